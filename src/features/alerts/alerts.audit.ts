import { auditActions } from '../../core/shared/audit-event.js';

/** What is audited of alerts. */
export const ALERT_ACTIONS = auditActions({ acknowledged: 'alert.acknowledged' });
