import { auditActions } from '../../../src/core/shared/audit-event.js';

export const TALLY_ACTIONS = auditActions({ counted: 'test_tally.counted' });
