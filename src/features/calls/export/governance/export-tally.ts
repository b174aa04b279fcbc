import type { GovernanceCheck } from './transcript-governance.policy.js';

export interface ExportTally {
  rows: number;
  transcripts: number;
  /**
   * Calls whose transcript was requested and not shown, by the first failed check. `contents`
   * counts transcripts that are missing, cannot be opened, or are longer than a cell may be.
   */
  readonly refused: Partial<Record<GovernanceCheck | 'contents', number>>;
}
