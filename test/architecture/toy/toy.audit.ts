import { auditActions } from '../../../src/core/kernel/audit-event.js';

export const TOY_ACTIONS = auditActions({ shelved: 'toy.shelved' });
