import type { ExportTally } from '../governance/export-tally.js';
import type { GrantedExport } from '../governance/export-decision.policy.js';
import { honouredOptions } from '../governance/honoured-options.policy.js';
import { GOVERNANCE_CHECKS } from '../governance/transcript-governance.policy.js';
import type { ExportPreviewResponse } from './preview.response.js';

/** Builds the answer of a preview (calls-export 10.3 to 10.5). */
export const asPreview = (
  granted: GrantedExport,
  { rows, transcripts, refused }: ExportTally,
): ExportPreviewResponse => ({
  row_count: rows,
  profile: granted.profile === 'legacy' ? null : granted.profile,
  columns: granted.columns,
  options: honouredOptions(granted),
  transcripts:
    granted.transcript === 'none'
      ? null
      : {
          form: granted.transcript === 'spoken' ? 'as_spoken' : 'verified_redaction',
          passing_count: transcripts,
          emptied: GOVERNANCE_CHECKS.map((check) => ({ check, row_count: refused[check] ?? 0 })),
        },
});
