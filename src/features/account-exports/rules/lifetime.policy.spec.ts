import { describe, expect, it } from 'vitest';
import { expiryOf, statusAt } from './lifetime.policy.js';

// account-exports 2.4
describe('an export', () => {
  const ready = new Date('2026-11-29T04:00:00Z');
  const expires = new Date('2026-12-02T04:00:00Z');

  it('expires 72 hours after it was ready', () => {
    expect(expiryOf(ready)).toEqual(expires);
  });

  it.each([
    ['2026-12-02T03:59:59.999Z', 'ready', 'ready'],
    ['2026-12-02T04:00:00Z', 'ready', 'expired'],
    ['2026-12-02T04:00:00Z', 'failed', 'failed'],
    ['2026-12-02T04:00:00Z', 'expired', 'expired'],
  ] as const)('is at %s, where its row says %s, %s', (now, stored, shown) => {
    expect(statusAt(new Date(now), stored, expires)).toBe(shown);
  });

  it('has no end before it is ready', () => {
    expect(statusAt(expires, 'running', null)).toBe('running');
  });
});
