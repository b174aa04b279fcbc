import { describe, expect, it } from 'vitest';
import {
  askedForStepUp,
  isFactorDue,
  policyFor,
  stepUpEnd,
  UNSAVED,
  usableKinds,
  type MfaPolicy,
} from './step-up.policy.js';

const NOW = new Date('2026-05-04T09:00:00Z');
const minutesAgo = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000);
const policy = (more: Partial<MfaPolicy> = {}): MfaPolicy => ({ ...UNSAVED, ...more });

describe('a policy', () => {
  // second-factors 3.1, 4.1, 4.2
  it.each([
    ['unmask_recipients', 'nobody', 'nobody'],
    ['approve_unlock', 'nobody', 'nobody'],
    ['account_exports', 'nobody', 'nobody'],
    ['api_keys', 'nobody', 'everybody'],
    ['connections', 'people_with_a_factor', 'everybody'],
    ['directory', 'people_with_a_factor', 'everybody'],
    ['mfa_policy', 'people_with_a_factor', 'everybody'],
    ['mfa_resets', 'people_with_a_factor', 'everybody'],
    ['holders', 'everybody', 'everybody'],
    ['scim_tokens', 'people_with_a_factor', 'everybody'],
  ] as const)('asks for a step-up for %s: %s until it is saved, then %s', (action, unsaved, saved) => {
    expect(askedForStepUp(UNSAVED, action)).toBe(unsaved);
    expect(askedForStepUp(policy({ isSaved: true, stepUpFor: ['api_keys'] }), action)).toBe(saved);
  });

  // second-factors 3.1
  it('needs no factor until it is saved', () => {
    expect(isFactorDue(UNSAVED, 'client_admin', { amr: [] })).toBe(false);
  });

  // second-factors 3.4
  it('takes every kind from a session of break-glass', () => {
    const strict = policy({ requiredRoles: ['client_admin'], kinds: ['totp'] });
    const isDue = (breakGlassId: string | null) =>
      isFactorDue(policyFor(strict, { breakGlassId }), 'client_admin', { amr: ['hwk'] });
    expect([isDue(null), isDue('use')]).toEqual([true, false]);
  });

  // second-factors 4.4
  it.each([
    [
      ['totp', 'webauthn'],
      ['webauthn', 'totp'],
      ['totp', 'webauthn'],
    ],
    [['webauthn'], ['webauthn', 'totp'], ['webauthn']],
    [['webauthn'], ['totp', 'totp'], ['totp']],
    [['webauthn'], [], []],
  ] as const)('whose kinds are %j lets a person with %j step up by %j', (kinds, own, usable) => {
    expect(usableKinds({ kinds }, own)).toEqual(usable);
  });

  // second-factors 3.3
  it.each([
    [['pwd'], ['totp', 'webauthn'], true],
    [['pwd', 'otp'], ['totp', 'webauthn'], false],
    [['pwd', 'otp'], ['webauthn'], true],
    [['hwk'], ['webauthn'], false],
    [['swk'], ['webauthn'], false],
    [['hwk'], ['totp'], true],
    [['mfa'], ['totp'], false],
    [['recovery'], ['webauthn'], false],
    [[], ['totp'], true],
  ] as const)('needs a second factor of its roles: %j for %j is due: %s', (amr, kinds, isDue) => {
    const strict = policy({ requiredRoles: ['client_admin'], kinds });
    expect(isFactorDue(strict, 'client_admin', { amr })).toBe(isDue);
    expect(isFactorDue(strict, 'client_staff', { amr })).toBe(false);
  });
});

// second-factors 4.3
describe('a step-up', () => {
  it.each([
    ['just now', minutesAgo(0), ['otp'], 10],
    ['a moment before its end', new Date(minutesAgo(10).getTime() + 1), ['otp'], 10],
    ['at its end', minutesAgo(10), ['otp'], null],
    ['without a second factor', minutesAgo(0), ['pwd'], null],
    ['without a time', null, ['otp'], null],
    ['by a clock that is 5 seconds ahead', minutesAgo(-5 / 60), ['otp'], 10],
    ['by a clock that is a minute ahead', minutesAgo(-1), ['otp'], null],
  ] as const)('%s', (_, authTime, amr, minutes) => {
    const end = stepUpEnd(policy(), { authTime, amr }, NOW);
    const expected = minutes === null ? null : new Date(authTime.getTime() + minutes * 60_000);
    expect(end).toEqual(expected);
  });
});
