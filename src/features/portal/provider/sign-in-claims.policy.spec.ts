import { describe, expect, it } from 'vitest';
import { personClaims } from './sign-in-claims.policy.js';

// portal-sessions 1.6, 6.2
describe('what an identity token says of a person', () => {
  it.each([
    ['a subject with NUL', { sub: 'a\0b' }],
    ['a time that no clock shows', { sub: 'a', auth_time: 1e20 }],
    ['a time that is not a number', { sub: 'a', auth_time: NaN }],
  ])('is not believed with %s', (_, claims) => {
    expect(personClaims(claims)).toBeNull();
  });

  it.each<[string, unknown, string[]]>([
    ['no list', 'pwd', []],
    ['no texts', [1, null, { pwd: true }, 'pwd'], ['pwd']],
    ['NUL, blanks and what is long', ['a\0', 'one two', '', 'x'.repeat(41), 'otp'], ['otp']],
    [
      'more than ten',
      Array.from({ length: 12 }, (_, nth) => `m${nth}`),
      Array.from({ length: 10 }, (_, nth) => `m${nth}`),
    ],
  ])('names its methods without what is none: %s', (_, amr, shown) => {
    expect(personClaims({ sub: 'a', amr })).toEqual({ subject: 'a', authTime: null, amr: shown });
  });

  it('is the subject and the time of signing in', () => {
    const said = { subject: 'a', authTime: new Date('2026-11-20T03:00:00.000Z'), amr: ['pwd'] };
    expect(personClaims({ sub: 'a', auth_time: 1795143600, amr: ['pwd'] })).toEqual(said);
  });
});
