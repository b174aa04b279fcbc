import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import { PlatformError } from '../../../core/shared/platform-error.js';
import { resolveDateRange } from '../../../core/time/date-range.policy.js';
import type { DateRange } from '../../../core/time/date-range.policy.js';
import { DAY_MS } from '../../../core/time/wall-clock.policy.js';
import { cutIntoBuckets, GRANULARITIES } from './buckets.policy.js';
import type { Granularity } from './buckets.policy.js';

const NOW = new Date('2026-11-21T00:00:00Z');
const rangeOf = (start: string, end: string, timezone: string): DateRange =>
  resolveDateRange({ start, end, timezone }, NOW);
const between = (from: number, to: number, timezone: string): DateRange => ({
  from: new Date(from),
  to: new Date(to),
  timezone,
  wholeLocalDays: false,
});
const localStarts = (range: DateRange, granularity: Granularity): string[] =>
  cutIntoBuckets(range, granularity).buckets.map((bucket) => bucket.start_local);

// calls 9.5
describe('cutIntoBuckets into hours', () => {
  it.each([
    [
      'skips the hour that does not exist',
      'Europe/Berlin',
      ['2026-03-29T01:00', '2026-03-29T03:59'],
      ['2026-03-29T01:00:00+01:00', '2026-03-29T03:00:00+02:00'],
    ],
    [
      'makes two of the hour that comes twice',
      'Europe/Berlin',
      ['2026-10-25T01:00', '2026-10-25T03:59'],
      [
        '2026-10-25T01:00:00+02:00',
        '2026-10-25T02:00:00+02:00',
        '2026-10-25T02:00:00+01:00',
        '2026-10-25T03:00:00+01:00',
      ],
    ],
    [
      'halves the hour in which the clock jumps half an hour',
      'Australia/Lord_Howe',
      ['2026-10-04T01:00', '2026-10-04T03:59'],
      ['2026-10-04T01:00:00+10:30', '2026-10-04T02:30:00+11:00', '2026-10-04T03:00:00+11:00'],
    ],
    [
      'gives the half hour that comes twice a bucket of its own',
      'Australia/Lord_Howe',
      ['2026-04-05T01:00', '2026-04-05T02:59'],
      ['2026-04-05T01:00:00+11:00', '2026-04-05T01:30:00+10:30', '2026-04-05T02:00:00+10:30'],
    ],
    [
      'begins hours on the hour of a zone of half hours',
      'Asia/Kolkata',
      ['2026-10-01T00:10', '2026-10-01T01:20'],
      ['2026-10-01T00:00:00+05:30', '2026-10-01T01:00:00+05:30'],
    ],
    [
      'and of one of 45 minutes',
      'Asia/Kathmandu',
      ['2026-10-01T23:59', '2026-10-02T00:00'],
      ['2026-10-01T23:00:00+05:45', '2026-10-02T00:00:00+05:45'],
    ],
    [
      'has nothing before one in the morning where midnight does not exist',
      'America/Santiago',
      ['2026-09-05T23:00', '2026-09-06T01:30'],
      ['2026-09-05T23:00:00-04:00', '2026-09-06T01:00:00-03:00'],
    ],
    [
      'ends at a change one minute after the hour',
      'America/St_Johns',
      ['2010-11-06T23:30', '2010-11-07T00:30'],
      [
        '2010-11-06T23:00:00-02:30',
        '2010-11-07T00:00:00-02:30',
        '2010-11-06T23:01:00-03:30',
        '2010-11-07T00:00:00-03:30',
      ],
    ],
  ])('%s', (_, zone, [start, end], expected) => {
    expect(localStarts(rangeOf(start!, end!, zone), 'hour')).toEqual(expected);
  });

  it.each([
    ['2026-10-25', 'Europe/Berlin', 25],
    ['2026-03-29', 'Europe/Berlin', 23],
    ['2026-10-04', 'Australia/Sydney', 23],
    ['2026-04-05', 'Australia/Sydney', 25],
    // 23 hours and 30 minutes, and 24 hours and 30 minutes.
    ['2026-10-04', 'Australia/Lord_Howe', 24],
    ['2026-04-05', 'Australia/Lord_Howe', 25],
  ])('%s in %s has %i hours', (day, zone, count) => {
    expect(cutIntoBuckets(rangeOf(day, day, zone), 'hour').buckets).toHaveLength(count);
  });

  it('finds the true start of an hour whose beginning the clock jumped over', () => {
    const range = rangeOf('2026-10-04T02:45', '2026-10-04T02:50', 'Australia/Lord_Howe');
    expect(localStarts(range, 'hour')).toEqual(['2026-10-04T02:30:00+11:00']);
  });
});

// calls 9.4, 9.5
describe('cutIntoBuckets into days', () => {
  it.each([
    [
      'the days around a change of clocks',
      'Australia/Sydney',
      ['2026-10-03', '2026-10-05'],
      ['2026-10-03T00:00:00+10:00', '2026-10-04T00:00:00+10:00', '2026-10-05T00:00:00+11:00'],
    ],
    [
      'a midnight that does not exist',
      'America/Santiago',
      ['2026-09-05', '2026-09-07'],
      ['2026-09-05T00:00:00-04:00', '2026-09-06T01:00:00-03:00', '2026-09-07T00:00:00-03:00'],
    ],
    [
      'a midnight that comes twice',
      'America/Havana',
      ['2025-11-01', '2025-11-03'],
      ['2025-11-01T00:00:00-04:00', '2025-11-02T00:00:00-04:00', '2025-11-03T00:00:00-05:00'],
    ],
    [
      'a day that does not exist',
      'Pacific/Apia',
      ['2011-12-29', '2011-12-31'],
      ['2011-12-29T00:00:00-10:00', '2011-12-31T00:00:00+14:00'],
    ],
  ])('%s', (_, zone, [start, end], expected) => {
    expect(localStarts(rangeOf(start!, end!, zone), 'day')).toEqual(expected);
  });

  it('cuts as many days as a range may have', () => {
    const range = rangeOf('2025-10-01', '2026-11-04', 'Europe/Berlin');
    const { buckets } = cutIntoBuckets(range, 'day');
    expect(buckets).toHaveLength(400);
    const days = Array.from({ length: 400 }, (_, i) =>
      DateTime.fromISO('2025-10-01', { zone: 'Europe/Berlin' }).plus({ days: i }).toMillis(),
    );
    expect(buckets.map((bucket) => Date.parse(bucket.start_utc))).toEqual(days);
  });
});

// calls 9.4
describe('cutIntoBuckets into weeks', () => {
  it('begins them on Monday, the first one before the range', () => {
    const { buckets, boundaries } = cutIntoBuckets(
      rangeOf('2026-10-01', '2026-10-14', 'Australia/Sydney'),
      'week',
    );
    expect(buckets.map((bucket) => bucket.start_local)).toEqual([
      '2026-09-28T00:00:00+10:00',
      '2026-10-05T00:00:00+11:00',
      '2026-10-12T00:00:00+11:00',
    ]);
    expect(boundaries.map((it) => it.toISOString())).toEqual([
      '2026-09-30T14:00:00.000Z',
      '2026-10-04T13:00:00.000Z',
      '2026-10-11T13:00:00.000Z',
      '2026-10-14T13:00:00.000Z',
    ]);
  });

  it('begins none on a Monday on which the range ends', () => {
    expect(localStarts(rangeOf('2026-10-05', '2026-10-11', 'UTC'), 'week')).toEqual([
      '2026-10-05T00:00:00+00:00',
    ]);
  });

  it('does so across the turn of the year', () => {
    expect(localStarts(rangeOf('2026-12-31', '2027-01-04', 'UTC'), 'week')).toEqual([
      '2026-12-28T00:00:00+00:00',
      '2027-01-04T00:00:00+00:00',
    ]);
  });
});

describe('the ends of a range', () => {
  it.each(GRANULARITIES)('clip the boundaries of a %s and leave its start where it is', (granularity) => {
    const range = rangeOf('2026-10-07T10:20:00Z', '2026-10-07T10:40:00Z', 'UTC');
    const { buckets, boundaries } = cutIntoBuckets(range, granularity);
    expect(boundaries).toEqual([range.from, range.to]);
    const start = DateTime.fromJSDate(range.from, { zone: 'UTC' }).startOf(granularity).toUTC().toISO();
    expect(buckets.map((bucket) => bucket.start_utc)).toEqual([start]);
  });
});

// calls 9.6
describe('hours of a long range', () => {
  it.each([
    ['2026-10-01', '2026-10-31', 'UTC', 744],
    ['2026-10-01', '2026-10-31', 'Europe/Berlin', 745],
    ['2026-03-01', '2026-03-31', 'Europe/Berlin', 743],
    ['2026-10-01T00:30:00Z', '2026-11-01T00:30:00Z', 'UTC', 745],
  ])('from %s to %s in %s are %i buckets', (start, end, zone, count) => {
    expect(cutIntoBuckets(rangeOf(start, end, zone), 'hour').buckets).toHaveLength(count);
  });

  it.each([
    ['2026-10-01', '2026-11-01', 'UTC'],
    ['2026-10-01T00:00:00Z', '2026-11-01T00:00:00.001Z', 'UTC'],
  ])('from %s to %s in %s are refused, saying what to take instead', (start, end, zone) => {
    const range = rangeOf(start, end, zone);
    expect(() => cutIntoBuckets(range, 'hour')).toThrow(
      expect.objectContaining({
        entry: expect.objectContaining({ status: 422 }) as object,
        fields: [
          {
            loc: ['query', 'granularity'],
            type: 'range_too_long',
            message: 'hour is allowed for at most 31 days; use day or week, or a shorter range',
          },
        ],
      }) as PlatformError,
    );
    expect(() => cutIntoBuckets(range, 'day')).not.toThrow();
  });
});

describe('every range', () => {
  // Until 2011, America/St_Johns changed its clocks one minute past midnight, so the hour around it
  // belongs to two dates.
  const instants = fc.integer({ min: Date.UTC(2012, 0, 1), max: Date.UTC(2037, 0, 1) });
  const zones = fc.oneof(
    fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
    fc.constantFrom('Australia/Lord_Howe', 'Pacific/Chatham', 'America/Santiago', 'Africa/Casablanca'),
    fc.constantFrom('America/Havana', 'Atlantic/Azores', 'Asia/Kathmandu', 'Europe/Berlin', 'Asia/Beirut'),
  );
  const cases = fc.constantFrom<[Granularity, number]>(['hour', 30], ['day', 399], ['week', 399]);

  /** A label that calls in one bucket share, and calls in two buckets do not. */
  const labelOf = (instant: number, zone: string, granularity: Granularity): string => {
    const local = DateTime.fromMillis(instant, { zone });
    if (granularity === 'hour') return local.toFormat('yyyy-MM-dd HH ZZ');
    return granularity === 'day' ? local.toISODate()! : `${local.weekYear}-W${local.weekNumber}`;
  };

  // calls 9.3
  it('is covered from end to end by buckets that follow one another', () => {
    const sizes = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(zones, instants, cases, sizes, (zone, from, [granularity, maxDays], size) => {
        const range = between(from, from + 1 + Math.floor(size * size * maxDays * DAY_MS), zone);
        const { buckets, boundaries } = cutIntoBuckets(range, granularity);
        const edges = boundaries.map((it) => it.getTime());
        expect(edges[0]).toBe(range.from.getTime());
        expect(edges.at(-1)).toBe(range.to.getTime());
        expect(edges).toHaveLength(buckets.length + 1);
        edges.slice(1).forEach((edge, i) => expect(edge).toBeGreaterThan(edges[i]!));
        buckets.forEach((bucket, i) => {
          const start = Date.parse(bucket.start_utc);
          expect(i === 0 ? start <= edges[0]! : start === edges[i]).toBe(true);
          expect(Date.parse(bucket.start_local)).toBe(start);
          expect(bucket.start_local.endsWith(DateTime.fromMillis(start, { zone }).toFormat('ZZ'))).toBe(true);
          const label = labelOf(start, zone, granularity);
          expect(labelOf(edges[i]!, zone, granularity)).toBe(label);
          expect(labelOf(edges[i + 1]! - 1, zone, granularity)).toBe(label);
          expect(labelOf(start - 1, zone, granularity)).not.toBe(label);
        });
      }),
      { numRuns: 300 },
    );
  });

  it('is cut into the days and weeks that luxon finds', () => {
    fc.assert(
      fc.property(zones, instants, fc.constantFrom('day', 'week'), (zone, from, granularity) => {
        const to = from + 40 * DAY_MS;
        const expected: string[] = [];
        let at = DateTime.fromMillis(from, { zone }).startOf(granularity);
        for (; at.toMillis() < to; at = at.plus({ [granularity]: 1 }).startOf(granularity)) {
          expected.push(at.toFormat('yyyy-MM-dd'));
        }
        const found = localStarts(between(from, to, zone), granularity).map((it) => it.slice(0, 10));
        expect(found).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });
});
