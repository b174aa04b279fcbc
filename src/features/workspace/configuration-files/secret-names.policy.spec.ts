import { describe, expect, it } from 'vitest';
import { PlatformError } from '../../../core/kernel/platform-error.js';
import { missingSecrets, requireReferredTo, withSecretNames } from './secret-names.policy.js';

const ref = (name: string) => ({ secret_ref: name });
const SECTIONS = {
  booking: { calendar: { credential: ref('A') }, others: [ref('B'), { deep: ref('A') }] },
  // Not a reference: it has more than a name.
  notes: { secret_ref: 'A', text: 'A' },
};

// workspace 12.8
describe('the names of secrets elsewhere', () => {
  it.each([
    ['none', {}, 'A', 'B'],
    ['one of them', { A: 'C' }, 'C', 'B'],
    ['two that change places', { A: 'B', B: 'A' }, 'B', 'A'],
    ['two that become one', { A: 'C', B: 'C' }, 'C', 'C'],
    ['one that every object has by birth', { A: 'constructor' }, 'constructor', 'B'],
  ])('%s', (_, names, a, b) => {
    expect(withSecretNames(SECTIONS, names)).toEqual({
      booking: { calendar: { credential: ref(a) }, others: [ref(b), { deep: ref(a) }] },
      notes: SECTIONS.notes,
    });
  });

  it('are missing where the project has no such secret', () => {
    expect(missingSecrets(SECTIONS, new Set())).toEqual(['A', 'B']);
    expect(missingSecrets(SECTIONS, new Set(['A', 'C']))).toEqual(['B']);
    expect(missingSecrets({}, new Set())).toEqual([]);
  });

  it('stand for names that the sections refer to, and are refused for others with what there is', () => {
    requireReferredTo(SECTIONS, { A: 'C', B: 'C' }, ['body', 'secrets']);
    const refused = (): void => requireReferredTo(SECTIONS, { A: 'C', D: 'C' }, ['body', 'secrets']);
    expect(refused).toThrow(PlatformError);
    try {
      refused();
    } catch (error) {
      expect((error as PlatformError).fields).toEqual([
        {
          loc: ['body', 'secrets', 'D'],
          type: 'secret_unknown',
          message: 'is no secret that the sections refer to: they refer to A, B',
        },
      ]);
    }
  });
});
