import { auditActions } from '../../core/shared/audit-event.js';

export const CALL_ACTIONS = auditActions({
  privacyAggregatesRead: 'dashboard_privacy_aggregates_read',
  piiAccessRecorded: 'pii_access_recorded',
  exportStarted: 'call_export_started',
  exported: 'call_export',
  exportPreviewed: 'call_export_previewed',
  transcriptDownloaded: 'transcript_downloaded',
  legalHoldSet: 'call.legal_hold_set',
  legalHoldCleared: 'call.legal_hold_cleared',
});
