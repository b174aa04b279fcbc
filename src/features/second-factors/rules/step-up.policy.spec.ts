import { describe, expect, it } from 'vitest';
import { asksForStepUp, isFactorDue, stepUpEnd, UNSAVED, type MfaPolicy } from './step-up.policy.js';

const NOW = new Date('2026-05-04T09:00:00Z');
const minutesAgo = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000);
const policy = (more: Partial<MfaPolicy> = {}): MfaPolicy => ({ ...UNSAVED, ...more });

describe('a policy', () => {
  // second-factors 3.1, 4.2
  it('asks for nothing until it is saved, but for what decides who may enter', () => {
    for (const action of ['unmask_recipients', 'approve_unlock', 'api_keys', 'account_exports'] as const)
      expect(asksForStepUp(UNSAVED, action)).toBe(false);
    for (const action of ['connections', 'holders', 'scim_tokens'] as const)
      expect(asksForStepUp(UNSAVED, action)).toBe(true);
    expect(isFactorDue(UNSAVED, 'client_admin', { amr: [] })).toBe(false);
  });

  // second-factors 4.1
  it('asks for a step-up for the actions that it names', () => {
    const named = policy({ stepUpFor: ['api_keys'] });
    expect([asksForStepUp(named, 'api_keys'), asksForStepUp(named, 'account_exports')]).toEqual([
      true,
      false,
    ]);
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
