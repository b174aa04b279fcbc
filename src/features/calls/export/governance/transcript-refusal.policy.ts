import type { ExportPlan } from './export-plan.js';
import { gateTranscript, type GovernanceCheck } from './transcript-governance.policy.js';

/** The fields that decide whether a call's transcript may be shown; an export reads only those it needs. */
export interface TranscriptChecks {
  readonly client_id: string;
  readonly data_env: string;
  readonly project_id: string;
  readonly started_at: Date;
  readonly redaction_status: string | null;
  readonly consent_status: string | null;
  readonly consent_method: string | null;
  readonly consent_obtained_at_utc: Date | null;
  readonly consent_expires_at_utc: Date | null;
  readonly consent_withdrawn_at_utc: Date | null;
}

/**
 * Why the transcript of a call is withheld (calls-export 6.1, 6.6); null if it is not withheld or
 * was not requested. Used by files and their previews.
 */
export function transcriptRefusal(
  row: TranscriptChecks,
  { granted, terms, transcriptsFrom }: Omit<ExportPlan, 'filter'>,
): GovernanceCheck | null {
  if (granted.transcript === 'none') return null;
  if (granted.transcript === 'governed') {
    const verdict = terms === null ? 'permission' : gateTranscript(governedRow(row), terms);
    return verdict === 'granted' ? null : verdict;
  }
  if (row.started_at < transcriptsFrom) return 'retention';
  const isUnverified = granted.transcript === 'redacted' && row.redaction_status !== 'verified';
  return isUnverified ? 'redaction_verified' : null;
}

const governedRow = (row: TranscriptChecks): Parameters<typeof gateTranscript>[0] => ({
  clientId: row.client_id,
  dataEnv: row.data_env,
  projectId: row.project_id,
  startedAt: row.started_at,
  redactionStatus: row.redaction_status,
  consent: {
    status: row.consent_status,
    method: row.consent_method,
    obtainedAt: row.consent_obtained_at_utc,
    expiresAt: row.consent_expires_at_utc,
    withdrawnAt: row.consent_withdrawn_at_utc,
  },
});
