import { auditActions } from '../../../src/core/shared/audit-event.js';

/** What the trail says of a tally. */
export const TALLY_ACTIONS = auditActions({ counted: 'test_tally.counted' });
