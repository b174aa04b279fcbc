import { auditActions } from '../../../src/core/shared/audit-event.js';

export const TOY_ACTIONS = auditActions({ shelved: 'toy.shelved' });
