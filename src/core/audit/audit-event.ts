/** Actions of the audit trail (contract, "Audit events"). */
export type AuditAction =
  | 'dashboard_privacy_aggregates_read'
  | 'pii_access_recorded'
  | 'call_export_started'
  | 'call_export'
  | 'transcript_downloaded';

/** One thing to record; who and for which tenant come from the AuthContext. */
export interface AuditEvent {
  readonly action: AuditAction;
  readonly outcome: 'success' | 'denied' | 'failed';
  /** Identifiers, options and counts; never personal data or content. */
  readonly metadata: Readonly<Record<string, string | number | boolean | null>>;
}
