import { auditActions } from '../../core/shared/audit-event.js';

export const CALLER_REQUEST_ACTIONS = auditActions({
  created: 'caller_request.created',
  statusChanged: 'caller_request.status_changed',
  supportLinked: 'caller_request.support_linked',
  exported: 'caller_request.exported',
  historyRead: 'caller_request.history_read',
  processingRecorded: 'caller_request.processing_recorded',
  processingFailed: 'caller_request.processing_failed',
});
