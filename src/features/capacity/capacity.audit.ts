import { auditActions } from '../../core/shared/audit-event.js';

/** What is audited of capacity. */
export const CAPACITY_ACTIONS = auditActions({
  limitSet: 'capacity.limit_set',
  limitRemoved: 'capacity.limit_removed',
});
