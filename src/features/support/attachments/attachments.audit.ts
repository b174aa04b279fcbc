import { auditActions } from '../../../core/shared/audit-event.js';

/**
 * Audit actions of attachments, each with both ids, but without name and content
 * (support-attachments 8.1).
 */
export const ATTACHMENT_ACTIONS = auditActions({
  attachmentStarted: 'support_attachment.started',
  attachmentFinalised: 'support_attachment.finalised',
  attachmentScanned: 'support_attachment.scanned',
  attachmentFailed: 'support_attachment.failed',
  attachmentDownloaded: 'support_attachment.downloaded',
  attachmentDeleted: 'support_attachment.deleted',
});
