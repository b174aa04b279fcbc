import { describe, expect, it } from 'vitest';
import { consentState } from './consent.policy.js';
import type { StoredConsent } from './consent.policy.js';

const NOW = new Date('2026-11-21T10:00:00.000Z');
const before = new Date('2026-11-21T09:59:59.999Z');
const after = new Date('2026-11-21T10:00:00.001Z');

const obtained: StoredConsent = {
  status: 'obtained',
  obtainedAt: before,
  expiresAt: null,
  withdrawnAt: null,
};

describe('consentState', () => {
  it.each<[string, Partial<StoredConsent>, ReturnType<typeof consentState>]>([
    ['was obtained and does not expire', {}, 'current'],
    ['was obtained this very moment', { obtainedAt: NOW }, 'current'],
    ['expires later', { expiresAt: after }, 'current'],
    ['expires this very moment', { expiresAt: NOW }, 'expired'],
    ['has expired', { expiresAt: before }, 'expired'],
    ['was declined', { status: 'declined' }, 'declined'],
    ['was declined, and would have expired', { status: 'declined', expiresAt: before }, 'declined'],
    ['was withdrawn', { status: 'withdrawn', withdrawnAt: before }, 'withdrawn'],
    ['was withdrawn, nobody knows when', { status: 'withdrawn' }, 'withdrawn'],
    ['was withdrawn after it had expired', { expiresAt: before, withdrawnAt: before }, 'withdrawn'],
    ['says obtained and carries a withdrawal', { withdrawnAt: before }, 'withdrawn'],
    ['carries a withdrawal of a time to come', { withdrawnAt: after }, 'withdrawn'],
    ['is yet to be obtained', { obtainedAt: after }, 'not_obtained'],
    ['says obtained and not when', { obtainedAt: null }, 'not_obtained'],
    ['has an unknown status', { status: 'Obtained' }, 'not_obtained'],
    ['is yet to be obtained and has expired', { obtainedAt: after, expiresAt: before }, 'not_obtained'],
  ])('of a consent that %s', (_, fields, state) => {
    expect(consentState({ ...obtained, ...fields }, NOW)).toBe(state);
  });
});
