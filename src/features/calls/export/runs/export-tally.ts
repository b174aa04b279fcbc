import type { GovernanceCheck } from '../governance/transcript-governance.policy.js';

/** The counts of an export. */
export interface ExportTally {
  rows: number;
  /** Calls whose transcript was shown. */
  transcripts: number;
  /**
   * Calls whose transcript was wanted and not shown: by the first check that failed, or `contents` where there is
   * none, none that opens, or one that is longer than a cell may be.
   */
  readonly refused: Partial<Record<GovernanceCheck | 'contents', number>>;
}
