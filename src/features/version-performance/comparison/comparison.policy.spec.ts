import { describe, expect, it } from 'vitest';
import { comparedCalls, hoursToRead, planOf, verdictOf } from './comparison.policy.js';
import { total } from '../rules/version-figures.policy.js';

const HOUR = 3_600_000;
const FROM = new Date('2026-10-01T00:00:00Z');
const NOW = new Date('2026-10-04T10:20:00Z');
const VERSIONS = [1, 2] as const;

const plan = planOf({
  range: { from: FROM, to: new Date('2026-10-05T00:00:00Z') },
  timezone: 'UTC',
  versions: VERSIONS,
  times: [{ staged: 2, published: 1, from: FROM, to: null, isDrawn: true }],
  now: NOW,
});

/** Calls of both versions in a unit; optionally, every call of the second one has failed. */
const calls = (unit: number, count: number, haveFailed: boolean) =>
  VERSIONS.map((version) => ({
    version,
    direction: 'inbound',
    isInferred: false,
    unit,
    sums: { ...total([]), total_calls: count, failed_calls: haveFailed && version === 2 ? count : 0 },
  }));

// version-performance 4.3
describe('a comparison', () => {
  it('reads days, with the hour of now apart', () => {
    expect(plan.boundaries.map((it) => (it.getTime() - FROM.getTime()) / HOUR)).toEqual([0, 24, 48, 72, 82]);
    expect(plan.unitsOver).toBe(4);
  });

  it('reads the hours of the day on which the last check was reached', () => {
    const units = [
      calls(0, 124, false),
      calls(1, 100, false),
      calls(2, 20, true),
      calls(4, 500, true),
    ].flat();
    const hours = hoursToRead(plan, VERSIONS, units)!;
    expect(hours).toMatchObject({ unit: 1, from: plan.boundaries[1], to: plan.boundaries[2] });
    expect(hours.boundaries).toHaveLength(24);
    // The check falls into the first of two hours; later calls do not count.
    const read = { ...hours, units: [...calls(3, 1, false), ...calls(20, 99, false)] };
    expect(verdictOf(plan, VERSIONS, units, read)).toMatchObject({ callsJudged: 125 });
  });

  // version-performance 1.3
  it('counts no call of this month in a range that begins tomorrow', () => {
    const range = { from: new Date('2026-10-05T00:00:00Z'), to: new Date('2026-10-06T00:00:00Z') };
    const later = planOf({ range, timezone: 'UTC', versions: VERSIONS, times: [], now: NOW });
    const units = calls(0, 100, false).map((it) => ({ ...it, showsPeople: true }));
    const { a, b } = comparedCalls(later, VERSIONS, units);
    expect([a.all.total_calls, b.people.total_calls]).toEqual([0, 0]);
  });

  it('reads no hours before the first check', () => {
    expect(hoursToRead(plan, VERSIONS, calls(0, 124, true))).toBeNull();
    expect(verdictOf(plan, VERSIONS, calls(0, 124, true), null).reason).toBe('too_few_calls');
  });
});
