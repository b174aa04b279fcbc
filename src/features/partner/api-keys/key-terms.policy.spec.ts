import { describe, expect, it } from 'vitest';
import {
  endWithin,
  graceEnd,
  lifetimeFrom,
  lifetimeProblem,
  managedScopes,
  readExpiry,
  refusalToRotate,
} from './key-terms.policy.js';

const NOW = new Date('2026-11-21T12:00:00.000Z');

// partner 4.1
describe('the expiry of a new key', () => {
  it.each([
    [undefined, null],
    [null, null],
    ['2026-11-21T12:00:00.001Z', '2026-11-21T12:00:00.001Z'],
    ['2026-11-22T00:00:00+11:00', '2026-11-21T13:00:00.000Z'],
    ['2031-11-21T12:00:00.000Z', '2031-11-21T12:00:00.000Z'],
  ])('%s is %s', (text, expected) => {
    expect(readExpiry(text, NOW)).toEqual({ expiresAt: expected === null ? null : new Date(expected) });
  });

  it.each([
    ['2026-11-21T12:00:00.000Z', 'must be in the future'],
    ['2020-01-01T00:00:00Z', 'must be in the future'],
    ['2031-11-21T12:00:00.001Z', 'must be at most 5 years ahead'],
    ['2027-01-01T00:00:00', 'must be an ISO 8601 date-time with its zone, such as 2027-06-30T14:00:00Z'],
    ['2027-01-01', 'must be an ISO 8601 date-time with its zone, such as 2027-06-30T14:00:00Z'],
    ['2027-02-30T00:00:00Z', 'must be an ISO 8601 date-time with its zone, such as 2027-06-30T14:00:00Z'],
    ['', 'must be an ISO 8601 date-time with its zone, such as 2027-06-30T14:00:00Z'],
  ])('%j %s', (text, problem) => {
    expect(readExpiry(text, NOW)).toEqual({ problem });
  });

  it('of 29 February is at most five years ahead, too', () => {
    const leapDay = new Date('2028-02-29T00:00:00.000Z');
    expect(readExpiry('2033-03-01T00:00:00Z', leapDay)).toHaveProperty('expiresAt');
    expect(readExpiry('2033-03-01T00:00:00.001Z', leapDay)).toHaveProperty('problem');
  });
});

// partner 6.6
describe("a tenant's longest lifetime of keys", () => {
  const LATEST = '2026-12-21T12:00:00.000Z';

  it.each([
    ['no limit and no expiry', null, null, null, null],
    ['no limit', null, '2031-11-21T12:00:00.000Z', null, '2031-11-21T12:00:00.000Z'],
    ['30 days and no expiry', 30, null, null, LATEST],
    ['30 days and the last moment', 30, LATEST, null, LATEST],
    [
      '30 days and a moment more',
      30,
      '2026-12-21T12:00:00.001Z',
      `must be ${LATEST} or earlier: keys of this client are valid for at most 30 days`,
      LATEST,
    ],
    ['30 days and less', 30, '2026-11-22T00:00:00.000Z', null, '2026-11-22T00:00:00.000Z'],
  ])('with %s', (_, days, asked, problem, end) => {
    const lifetime = lifetimeFrom(NOW, days);
    const expiry = asked === null ? null : new Date(asked);
    expect(lifetimeProblem(expiry, lifetime)).toBe(problem);
    expect(endWithin(expiry, lifetime)?.toISOString() ?? null).toBe(end);
  });
});

describe('rotating', () => {
  // partner 4.6
  it.each([
    ['active', null, null],
    ['expired', null, 'This key is expired and cannot be rotated. Create a new key.'],
    ['revoked', null, 'This key is revoked and cannot be rotated. Create a new key.'],
    ['grace', 'k2', 'This key was already rotated. Rotate the key that replaced it, k2.'],
    ['revoked', 'k2', 'This key was already rotated. Rotate the key that replaced it, k2.'],
    ['expired', 'k2', 'This key was already rotated. Rotate the key that replaced it, k2.'],
  ] as const)('a key that is %s, replaced by %s: %s', (status, replacedBy, refusal) => {
    expect(refusalToRotate(status, replacedBy, true)).toBe(refusal);
  });

  it('is refused while the key belongs to an organisation that does not work for the client', () => {
    expect(refusalToRotate('active', null, false)).toMatch(
      /^This key belongs to an organisation that no longer works/,
    );
    expect(refusalToRotate('revoked', null, false)).toMatch(/^This key is revoked/);
  });

  // partner 4.5
  it.each([
    [0, null, null],
    [0, '2026-11-21T12:00:05.000Z', null],
    [1, null, '2026-11-21T12:00:01.000Z'],
    [604_800, null, '2026-11-28T12:00:00.000Z'],
    [60, '2026-11-21T12:00:05.000Z', '2026-11-21T12:00:05.000Z'],
    [60, '2026-11-21T13:00:00.000Z', '2026-11-21T12:01:00.000Z'],
  ])('with %i s of grace and expiry %s leaves the old key until %s', (seconds, expiresAt, end) => {
    const expiry = expiresAt === null ? null : new Date(expiresAt);
    expect(graceEnd(NOW, seconds, expiry)?.toISOString() ?? null).toBe(end);
  });
});

// partner 2.5
describe('the keys somebody manages', () => {
  it('are those of the partner scopes alone for partners, and all for an operator', () => {
    expect(managedScopes('partner_admin')).toEqual(['partner_admin', 'partner_user']);
    expect(managedScopes('partner_user')).toEqual(['partner_admin', 'partner_user']);
    expect(managedScopes('system')).toContain('runtime-ingest');
  });
});
