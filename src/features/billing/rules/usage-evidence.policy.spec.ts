import { describe, expect, it } from 'vitest';
import { openUsage, staleReason } from './usage-evidence.policy.js';
import type { MeterEvidence } from './usage-evidence.policy.js';

const NOW = new Date('2026-11-22T10:05:00Z');
const at = (time: string): Date => new Date(`2026-11-22T${time}Z`);
const SETTLED = { pending: 0, flagged: 0, unverified: 0, correctionPending: 0 };

/**
 * All hours that are frozen at 10:05 are stored and reported, and the totals were equal this
 * morning.
 */
const meter = (changes: Partial<MeterEvidence> = {}): MeterEvidence => ({
  meterId: 'minutes',
  meteredFrom: at('00:00:00'),
  total: 42,
  failed: 0,
  corrections: 0,
  closedUntil: at('09:00:00'),
  unreportedSince: null,
  comparison: { state: 'matched', checkedAt: at('03:00:00') },
  ...changes,
});

// billing 4.2, 4.5
describe('what is not settled of usage', () => {
  it.each([
    ['nothing, if everything is stored, reported and compared', {}, SETTLED],
    ['nothing of a meter that begins later', { meteredFrom: at('11:00:00'), closedUntil: null }, SETTLED],
    [
      'nothing of hours in which the meter was off',
      { meteredFrom: at('09:00:00'), closedUntil: at('02:00:00') },
      SETTLED,
    ],
    ['nothing for a quarter of an hour after a freeze', { closedUntil: at('08:00:00') }, SETTLED],
    ['nothing of a window that froze a moment ago', { unreportedSince: at('09:50:01') }, SETTLED],
    [
      'a window unreported for a quarter of an hour',
      { unreportedSince: at('09:50:00') },
      { ...SETTLED, pending: 1 },
    ],
    ['hours that are missing', { closedUntil: at('07:00:00') }, { ...SETTLED, pending: 1 }],
    ['hours that were never counted', { closedUntil: null }, { ...SETTLED, pending: 1 }],
    ['windows that failed', { failed: 2 }, { ...SETTLED, flagged: 2 }],
    [
      'totals that differ',
      { comparison: { state: 'mismatch', checkedAt: at('03:00:00') } },
      { ...SETTLED, flagged: 1 },
    ],
    [
      'totals that could not be had',
      { comparison: { state: 'unverified', checkedAt: at('03:00:00') } },
      { ...SETTLED, unverified: 1 },
    ],
    ['totals that were never compared', { comparison: null }, { ...SETTLED, unverified: 1 }],
    [
      'totals that were compared two days ago',
      { comparison: { state: 'matched', checkedAt: new Date('2026-11-20T10:04:59Z') } },
      { ...SETTLED, unverified: 1 },
    ],
    ['windows that await a correction', { corrections: 3 }, { ...SETTLED, correctionPending: 3 }],
    [
      'a comparison that found one',
      { comparison: { state: 'correction_pending', checkedAt: at('03:00:00') } },
      { ...SETTLED, correctionPending: 1 },
    ],
  ] as const)('is %s', (_, changes, open) => {
    expect(openUsage([meter(changes), meter({ meterId: 'sms_segments' })], NOW)).toEqual(open);
  });
});

// billing 7.7
describe('usage is stale', () => {
  const change = (happened: string, heard: string) => ({ happenedAt: at(happened), heardAt: at(heard) });

  it.each([
    ['for nothing', {}, null, 'none'],
    ['as the newest hour is not stored', { closedUntil: at('08:00:00') }, null, 'aggregation_pending'],
    ['while an hour is unreported', { unreportedSince: at('10:00:00') }, null, 'aggregation_pending'],
    ['not if the provider reported it immediately', {}, change('10:00:00', '10:04:59'), 'none'],
    ['if the provider reported it late', {}, change('09:50:00', '10:00:00'), 'provider_webhook_lag'],
    ['not for longer than an hour', {}, change('08:50:00', '09:05:00'), 'none'],
  ] as const)('%s', (_, changes, told, reason) => {
    expect(staleReason(meter(changes), told, NOW)).toBe(reason);
  });
});
