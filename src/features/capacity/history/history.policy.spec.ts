import { describe, expect, it } from 'vitest';
import { fillHistory, historyStart } from './history.policy.js';

const NOW = new Date('2026-11-20T10:07:30Z');
const at = (time: string): Date => new Date(`2026-11-20T${time}Z`);

// capacity 6.2
describe('the buckets of a range', () => {
  it.each([
    ['24h', '2026-11-19T10:15:00.000Z', '2026-11-20T10:00:00.000Z', 96, 15],
    ['7d', '2026-11-13T11:00:00.000Z', '2026-11-20T10:00:00.000Z', 168, 60],
    ['30d', '2026-10-21T12:00:00.000Z', '2026-11-20T06:00:00.000Z', 120, 360],
  ] as const)('of %s go from %s to %s', (range, first, last, count, minutes) => {
    const buckets = fillHistory(range, NOW, [], []);
    expect(historyStart(range, NOW).toISOString()).toBe(first);
    expect(buckets).toHaveLength(count);
    expect(buckets[0]!.start.toISOString()).toBe(first);
    expect(buckets.at(-1)!.start.toISOString()).toBe(last);
    for (const [index, { start }] of buckets.entries())
      expect(start.getTime()).toBe(buckets[0]!.start.getTime() + index * minutes * 60_000);
  });

  it('begin with a new one at its full minute', () => {
    expect(fillHistory('24h', at('10:00:00'), [], []).at(-1)!.start).toEqual(at('10:00:00'));
    expect(fillHistory('24h', at('09:59:59.999'), [], []).at(-1)!.start).toEqual(at('09:45:00'));
  });
});

// capacity 6.4
describe('a bucket', () => {
  it('without notes had no use', () => {
    expect(fillHistory('24h', NOW, [], [])[0]).toEqual({
      start: new Date('2026-11-19T10:15:00Z'),
      peakInUse: 0,
      avgInUse: 0,
      limit: null,
      blocked: 0,
    });
  });

  it('averages over all of its minutes, and over those so far while it is under way', () => {
    const noted = ['09:30:00', '10:00:00'].map((time) => ({
      start: at(time),
      peakInUse: 9,
      inUseSum: 30,
      blocked: 2,
    }));
    const buckets = fillHistory('24h', NOW, noted, []);
    expect(buckets.at(-3)).toMatchObject({ peakInUse: 9, avgInUse: 2, blocked: 2 });
    expect(buckets.at(-2)).toMatchObject({ peakInUse: 0, avgInUse: 0, blocked: 0 });
    // 10:00 to 10:07 are eight full minutes.
    expect(buckets.at(-1)).toMatchObject({ avgInUse: 3.75 });
  });

  it('has the limit at its end, also where nothing was noted', () => {
    const changes = [
      { at: new Date('2026-01-01T00:00:00Z'), limit: 5 },
      { at: at('09:44:59.999'), limit: 10 },
      { at: at('09:45:00'), limit: null },
      { at: at('10:07:00'), limit: 20 },
      { at: at('10:08:00'), limit: 30 },
    ];
    expect(
      fillHistory('24h', NOW, [], changes)
        .map(({ limit }) => limit)
        .slice(-4),
    ).toEqual([5, 10, null, 20]);
    expect(fillHistory('24h', NOW, [], changes)[0]!.limit).toBe(5);
  });
});
