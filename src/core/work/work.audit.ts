import { auditActions } from '../shared/audit-event.js';

/** What is audited of work with leases: what an operator decided about dead letters. */
export const WORK_ACTIONS = auditActions({ retried: 'work.retried', dropped: 'work.dropped' });
