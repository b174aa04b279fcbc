import { describe, expect, it } from 'vitest';
import { mayDelete } from './deletion-right.policy.js';

// support-attachments 7.1
describe('a file', () => {
  it.each([
    ['client_admin', 'other', true],
    ['client_manager', 'other', false],
    ['client_manager', 'own', true],
    ['client_staff', 'other', false],
    ['client_staff', 'own', true],
    ['partner_admin', 'other', false],
    ['partner_user', 'own', true],
    ['service_admin', 'other', true],
    ['service_operator', 'other', true],
  ] as const)('of %s that is %s may be deleted: %s', (scope, whose, may) => {
    const file = { uploadedBy: whose === 'own' ? 'me' : 'someone', state: 'clean' } as const;
    expect(mayDelete(scope, 'me', file)).toBe(may);
    for (const state of ['infected', 'deleted'] as const)
      expect(mayDelete(scope, 'me', { ...file, state })).toBe(false);
  });
});
