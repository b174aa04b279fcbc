import type { AuditEvent } from '../../../../core/shared/audit-event.js';
import { auditableId } from '../../../../core/audit/auditable-id.policy.js';
import { EXPORT_PROFILES, isGoverned } from '../columns.policy.js';
import type { GrantedExport } from './export-decision.policy.js';
import type { ExportRequest } from '../export-request.policy.js';
import type { ExportTally } from './export-tally.js';
import { CALL_ACTIONS } from '../../calls.audit.js';

export interface ExportEnd {
  /** Code of the response; `EXPORTED` if a complete file was sent. */
  readonly code: string;
  readonly outcome: AuditEvent['outcome'];
  readonly failureReason?: string;
}

type Metadata = Record<string, string | number | boolean | null>;

/**
 * The audit row of an export (calls-export 9.2, 9.3): selected and effective options separately.
 * For v2 and v3 it contains profile, options, counts and the outcome, and no identifier and no
 * filter; for the others also the project and the names of the set filters. A preview has the same
 * row under a different name.
 */
export function exportAudit(
  request: ExportRequest,
  granted: GrantedExport | null,
  tally: ExportTally | null,
  end: ExportEnd,
  action: AuditEvent['action'] = CALL_ACTIONS.exported,
): AuditEvent {
  return {
    action,
    outcome: end.outcome,
    metadata: {
      profile: profileOf(request),
      ...prefixed('selected', request.selected),
      ...(granted && prefixed('honoured', granted.honoured)),
      redact_personal_information: request.redact,
      ...(request.displayedMatchedCount !== null && {
        displayed_matched_count: request.displayedMatchedCount,
      }),
      ...(granted && { column_count: granted.columns.length }),
      ...(isGoverned(request.profile) ? {} : scopeOf(request)),
      ...(tally && countsOf(tally)),
      code: end.code,
      ...(end.failureReason === undefined ? {} : { failure_reason: end.failureReason }),
    },
  };
}

const prefixed = (prefix: string, options: Readonly<Record<string, boolean>>): Metadata =>
  Object.fromEntries(Object.entries(options).map(([name, value]) => [`${prefix}_${name}`, value]));

/** A request may contain any profile; only known ones are recorded. */
const profileOf = ({ profile }: ExportRequest): string =>
  profile === null ? 'legacy' : (EXPORT_PROFILES.find((known) => known === profile) ?? 'unknown');

const scopeOf = ({ projectId, filter }: ExportRequest): Metadata => ({
  project_id: projectId === null ? null : auditableId(projectId),
  filters: Object.keys(filter).sort().join(' '),
});

const countsOf = ({ rows, transcripts, refused }: ExportTally): Metadata => ({
  row_count: rows,
  transcript_count: transcripts,
  ...Object.fromEntries(Object.entries(refused).map(([check, count]) => [`refused_${check}_count`, count])),
});
