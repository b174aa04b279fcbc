import { describe, expect, it } from 'vitest';
import { looksLikeNumber } from './request-id.policy.js';

// requests 2.2
describe('looksLikeNumber', () => {
  it.each([
    '61412345678',
    '0412-345-678',
    '0412.345.678',
    'tel_0412_345_678',
    'caller-61412345678-retry',
    '4111-1111-1111-1111',
    '123456',
    '1-2-3-4-5-6',
    '0'.repeat(128),
  ])('says yes to %s', (id) => {
    expect(looksLikeNumber(id)).toBe(true);
  });

  it.each([
    'mine',
    'req-1',
    'A.b_c-9',
    '12345',
    'v1.2.3-rc4',
    '5a1a9e30-10a0-4c83-a418-235612381219',
    '4bf92f3577b34da6a3ce929d0e0e4736',
    '00f067aa0ba902b7',
  ])('says no to %s', (id) => {
    expect(looksLikeNumber(id)).toBe(false);
  });
});
