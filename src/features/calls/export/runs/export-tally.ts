import type { GovernanceCheck } from '../governance/transcript-governance.policy.js';

/** The counts of an export. */
export interface ExportTally {
  rows: number;
  transcripts: number;
  /**
   * Calls whose transcript was wanted and not shown, by the first check that failed. `contents`
   * counts transcripts that are missing, do not open, or are longer than a cell may be.
   */
  readonly refused: Partial<Record<GovernanceCheck | 'contents', number>>;
}
