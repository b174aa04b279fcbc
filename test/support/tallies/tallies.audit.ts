import { auditActions } from '../../../src/core/kernel/audit-event.js';

/** What the trail says of a tally. */
export const TALLY_ACTIONS = auditActions({ counted: 'test_tally.counted' });
