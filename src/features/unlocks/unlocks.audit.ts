import { auditActions } from '../../core/shared/audit-event.js';

/** Audit actions of unlocks, each with the unlock's id, without notes (unlocks 4.1). */
export const UNLOCK_ACTIONS = auditActions({
  requested: 'pii_unlock.requested',
  approved: 'pii_unlock.approved',
  denied: 'pii_unlock.denied',
  ended: 'pii_unlock.ended',
  looked: 'pii_unlock.looked',
});
