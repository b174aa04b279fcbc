import { auditActions } from '../shared/audit-event.js';

export const WORK_ACTIONS = auditActions({ retried: 'work.retried', dropped: 'work.dropped' });
