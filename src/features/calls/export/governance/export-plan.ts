import type { CallFilter } from '../../filter/call-filter.js';
import type { GrantedExport } from './export-decision.policy.js';
import type { GovernanceTerms } from './transcript-governance.policy.js';

export interface ExportPlan {
  readonly granted: GrantedExport;
  readonly filter: CallFilter;
  /** Whether the file begins with a byte order mark. */
  readonly bom: boolean;
  /** Transcripts of calls that started before it are past their retention, in every profile. */
  readonly transcriptsFrom: Date;
  /** Set for profiles that show governed transcripts; null: none is shown. */
  readonly terms: GovernanceTerms | null;
}
