import { auditActions } from '../shared/audit-event.js';

/** Audited actions on work with leases: an operator's decisions about dead letters. */
export const WORK_ACTIONS = auditActions({ retried: 'work.retried', dropped: 'work.dropped' });
