import { Value } from '@sinclair/typebox/value';
import { describe, expect, it } from 'vitest';
import { isSecretRef, SecretRef, secretReferencesOf } from './secret-ref.js';

describe('references to secrets', () => {
  it('are found everywhere', () => {
    expect(
      secretReferencesOf({
        api: { key: { secret_ref: 'A' } },
        list: [{ secret_ref: 'B' }, { deeper: [[{ secret_ref: 'A' }]] }],
        text: 'secret_ref',
        nothing: null,
      }),
    ).toEqual([
      { path: 'api.key', name: 'A' },
      { path: 'list.0', name: 'B' },
      { path: 'list.1.deeper.0.0', name: 'A' },
    ]);
  });

  // workspace 4.7
  it('are objects with that one field and a name in it', () => {
    expect(
      secretReferencesOf({ a: { secret_ref: 'A', more: 1 }, b: { secret_ref: 7 }, c: { secret_ref: null } }),
    ).toEqual([]);
  });

  it.each(['hello world', '', '2fast', '../a', 'a'.repeat(65)])(
    'are not what has %j in the place of a name, where any JSON is allowed',
    (name) => {
      expect(secretReferencesOf({ free: { secret_ref: name } })).toEqual([]);
      expect(isSecretRef({ secret_ref: name })).toBe(false);
    },
  );

  it.each([
    ['A', true],
    ['crm-key_2', true],
    ['n'.repeat(64), true],
    ['a'.repeat(65), false],
    // Credentials that were pasted where a name belongs (workspace 4.7).
    ['sk_live_51Habcdefgh', false],
    [`ghp_${'a1'.repeat(18)}`, false],
    ['AKIAIOSFODNN7EXAMPLE', false],
    ['c0ffee00c0ffee00c0ffee00c0ffee00'.replace('c', 'd'), false],
    ['STRIPE_SK_LIVE', true],
    ['api-key_2', true],
    ['', false],
    ['2fast', false],
    ['with blank', false],
    ['a\n', false],
    ['../a', false],
  ])('%j is a name: %s', (name, isName) => {
    expect(Value.Check(SecretRef, { secret_ref: name })).toBe(isName);
  });
});
