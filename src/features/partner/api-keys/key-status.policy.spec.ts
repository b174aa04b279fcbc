import { describe, expect, it } from 'vitest';
import { keyStatus } from './key-status.policy.js';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const INSTANTS = {
  past: new Date(NOW.getTime() - 1),
  now: NOW,
  ahead: new Date(NOW.getTime() + 1),
  none: null,
} as const;
type Instant = keyof typeof INSTANTS;

// partner 3.2
describe('the status of an API key', () => {
  it.each<[revoked: Instant, expires: Instant, graceEnds: Instant, status: string]>([
    ['none', 'none', 'none', 'active'],
    ['none', 'ahead', 'none', 'active'],
    ['none', 'now', 'none', 'expired'],
    ['none', 'past', 'none', 'expired'],
    ['none', 'none', 'ahead', 'grace'],
    ['none', 'ahead', 'ahead', 'grace'],
    ['none', 'now', 'ahead', 'expired'],
    ['none', 'past', 'ahead', 'expired'],
    ['none', 'none', 'now', 'expired'],
    ['none', 'none', 'past', 'expired'],
    ['none', 'ahead', 'past', 'expired'],
    ['past', 'none', 'none', 'revoked'],
    ['now', 'none', 'none', 'revoked'],
    ['past', 'past', 'none', 'revoked'],
    ['past', 'ahead', 'ahead', 'revoked'],
    ['past', 'none', 'past', 'revoked'],
    // The clock of the process that revoked it was ahead of ours; the key is still refused.
    ['ahead', 'none', 'none', 'revoked'],
  ])('revoked %s, expiry %s, end of grace %s: %s', (revoked, expires, graceEnds, status) => {
    const times = {
      revokedAt: INSTANTS[revoked],
      expiresAt: INSTANTS[expires],
      graceExpiresAt: INSTANTS[graceEnds],
    };
    expect(keyStatus(times, NOW)).toBe(status);
  });
});
