import { auditActions } from '../../core/shared/audit-event.js';

/** Audit actions of account exports (account-exports 5.1). */
export const ACCOUNT_EXPORT_ACTIONS = auditActions({
  requested: 'account_export.requested',
  ready: 'account_export.ready',
  failed: 'account_export.failed',
  downloaded: 'account_export.downloaded',
  expired: 'account_export.expired',
});
