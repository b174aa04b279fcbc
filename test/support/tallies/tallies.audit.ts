import { auditActions } from '../../../src/core/shared/audit-event.js';

/** The audit action of a tally. */
export const TALLY_ACTIONS = auditActions({ counted: 'test_tally.counted' });
