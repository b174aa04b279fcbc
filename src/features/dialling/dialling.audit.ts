import { auditActions } from '../../core/shared/audit-event.js';

/** Audited actions on the ranges that a client may dial. */
export const DIALLING_ACTIONS = auditActions({
  rangeAllowed: 'number_range.allowed',
  rangeWithdrawn: 'number_range.withdrawn',
});
