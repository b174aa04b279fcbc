import { auditActions } from '../../core/shared/audit-event.js';

export const DIALLING_ACTIONS = auditActions({
  rangeAllowed: 'number_range.allowed',
  rangeWithdrawn: 'number_range.withdrawn',
});
