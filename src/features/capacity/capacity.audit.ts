import { auditActions } from '../../core/shared/audit-event.js';

export const CAPACITY_ACTIONS = auditActions({
  limitSet: 'capacity.limit_set',
  limitRemoved: 'capacity.limit_removed',
});
