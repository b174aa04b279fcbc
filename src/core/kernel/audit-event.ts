/** Actions of the audit trail (privacy 8.2). */
export type AuditAction =
  | 'dashboard_privacy_aggregates_read'
  | 'pii_access_recorded'
  | 'call_export_started'
  | 'call_export'
  | 'transcript_downloaded'
  | 'project.created'
  | 'project.updated'
  | 'project.archived'
  | 'project.restored'
  | 'project_assignment.created'
  | 'project_assignment.removed'
  | 'project_billing.updated'
  | 'project_section.saved'
  | 'project_draft.saved'
  | 'project_secret.created'
  | 'project_secret.rotated'
  | 'project_secret.deleted'
  | 'project.published'
  | 'dashboard_metadata.published'
  | 'project.rolled_back'
  | 'runtime_provenance.recorded'
  | 'runtime_configuration.read'
  | 'runtime_report.changed'
  | 'test_call.requested'
  | 'test_call.taken'
  | 'test_call.failed'
  | 'pii_policy.saved'
  | 'tenant.provisioned'
  | 'api_key.created'
  | 'api_key.rotated'
  | 'api_key.revoked'
  | 'api_key.lifetime_set';

/** One thing to record; who and for which tenant come from the AuthContext. */
export interface AuditEvent {
  readonly action: AuditAction;
  readonly outcome: 'success' | 'denied' | 'failed';
  /** Identifiers, options and counts; never personal data or content. */
  readonly metadata: Readonly<Record<string, string | number | boolean | null>>;
}
