import { describe, expect, it } from 'vitest';
import { hasSoundLifetime, isAccessTokenType } from './access-token.policy.js';

describe('isAccessTokenType', () => {
  // access 2.2
  it.each(['at+jwt', 'AT+JWT', 'application/at+jwt'])('takes %j', (typ) => {
    expect(isAccessTokenType(typ)).toBe(true);
  });
  it.each(['JWT', 'id+jwt', 'logout+jwt', '', 'at+jwt ', 'text/at+jwt', null, undefined, ['at+jwt']])(
    'refuses %j',
    (typ) => {
      expect(isAccessTokenType(typ)).toBe(false);
    },
  );
});

describe('isAccessTokenType where the deployment takes JWT', () => {
  // access 2.2
  it.each(['at+jwt', 'JWT', 'jwt', undefined])('takes %j', (typ) => {
    expect(isAccessTokenType(typ, 'jwt')).toBe(true);
  });
  it.each(['id+jwt', 'logout+jwt', '', null, ['JWT']])('refuses %j', (typ) => {
    expect(isAccessTokenType(typ, 'jwt')).toBe(false);
  });
});

// access 2.3
describe('hasSoundLifetime', () => {
  const now = 1_800_000_000;
  it.each([
    ['issued now', now, now + 600, true],
    ['issued long ago', now - 86_400, now + 600, true],
    ['issued within the leeway', now + 5, now + 600, true],
    ['issued after the leeway', now + 6, now + 600, false],
    ['that ends at the bound', now, now + 3600, true],
    ['that ends within the leeway after it', now, now + 3605, true],
    ['that ends after it', now, now + 3606, false],
    ['that never ends', now, Infinity, false],
    ['without a beginning', undefined, now + 600, false],
    ['whose beginning is text', String(now), now + 600, false],
    ['without an end', now, undefined, false],
  ])('of a token %s', (_, iat, exp, isSound) => {
    expect(hasSoundLifetime({ iat, exp }, now, 3600, 5)).toBe(isSound);
  });

  it.each([
    ['as far ahead as the setting lets it', 8, 8, true],
    ['a second further', 9, 8, false],
    ['a minute ahead', 60, 60, true],
  ])('of a token whose provider is %s', (_, ahead, tolerance, isSound) => {
    expect(hasSoundLifetime({ iat: now + ahead, exp: now + 600 }, now, 3600, tolerance)).toBe(isSound);
  });
});
