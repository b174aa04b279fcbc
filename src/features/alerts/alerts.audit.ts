import { auditActions } from '../../core/shared/audit-event.js';

export const ALERT_ACTIONS = auditActions({ acknowledged: 'alert.acknowledged' });
