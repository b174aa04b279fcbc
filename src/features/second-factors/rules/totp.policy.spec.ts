import { TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { newTotpSecret, totpUri, windowOfCode } from './totp.policy.js';

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const NOW = new Date('2026-05-04T09:00:10Z');
const WINDOW = Math.floor(NOW.getTime() / 30_000);
const codeOf = (windows: number): string =>
  new TOTP({ secret: SECRET }).generate({ timestamp: NOW.getTime() + windows * 30_000 });

// second-factors 2.3
describe('a code', () => {
  it.each([-1, 0, 1])('of the window %i from now belongs to it', (windows) => {
    expect(windowOfCode(SECRET, codeOf(windows), NOW)).toBe(WINDOW + windows);
  });

  it.each([-3, -2, 2, 3])('of the window %i from now is wrong', (windows) => {
    expect(windowOfCode(SECRET, codeOf(windows), NOW)).toBeNull();
  });

  it.each(['', '1', 'abcdef', '0000000'])('is wrong: "%s"', (code) => {
    expect(windowOfCode(SECRET, code, NOW)).toBeNull();
  });
});

// second-factors 1.2
it('has a secret of 160 bits, and an address that apps read', () => {
  const secret = newTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(newTotpSecret()).not.toBe(secret);
  const uri = new URL(totpUri(secret, 'portal.example', 'Work phone'));
  expect([uri.protocol, uri.searchParams.get('secret')]).toEqual(['otpauth:', secret]);
});
