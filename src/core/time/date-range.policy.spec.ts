import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PlatformError } from '../shared/platform-error.js';
import { DateRange, DateRangeQuery, resolveDateRange } from './date-range.policy.js';

const NOW = new Date('2026-04-15T09:30:00.123Z');

const resolve = (query: DateRangeQuery): DateRange => resolveDateRange(query, NOW);
const shown = (query: DateRangeQuery): [string, string, boolean] => {
  const range = resolve(query);
  return [range.from.toISOString(), range.to.toISOString(), range.wholeLocalDays];
};
const faults = (query: DateRangeQuery): string[] => {
  try {
    resolve(query);
  } catch (error) {
    if (error instanceof PlatformError && error.entry.status === 422) {
      return error.fields.map((field) => `${field.loc.join('.')} ${field.type}`);
    }
    throw error;
  }
  return [];
};

// requests 9.3, 9.4; calls 2.1
describe('dates are whole local days', () => {
  it.each<[string, DateRangeQuery, string, string]>([
    [
      'UTC without a time zone',
      { start: '2026-03-01', end: '2026-03-02' },
      '2026-03-01T00:00:00.000Z',
      '2026-03-03T00:00:00.000Z',
    ],
    [
      'one day',
      { start: '2026-03-01', end: '2026-03-01', timezone: 'Asia/Kathmandu' },
      '2026-02-28T18:15:00.000Z',
      '2026-03-01T18:15:00.000Z',
    ],
    [
      'a day of 23 hours',
      { start: '2026-03-29', end: '2026-03-29', timezone: 'Europe/Berlin' },
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
    ],
    [
      'a day of 25 hours',
      { start: '2026-04-05', end: '2026-04-05', timezone: 'Australia/Sydney' },
      '2026-04-04T13:00:00.000Z',
      '2026-04-05T14:00:00.000Z',
    ],
    [
      'a day without a midnight',
      { start: '2026-09-06', end: '2026-09-06', timezone: 'America/Santiago' },
      '2026-09-06T04:00:00.000Z',
      '2026-09-07T03:00:00.000Z',
    ],
    [
      'a day with two midnights',
      { start: '2025-11-02', end: '2025-11-02', timezone: 'America/Havana' },
      '2025-11-02T04:00:00.000Z',
      '2025-11-03T05:00:00.000Z',
    ],
  ])('%s', (_, query, from, to) => {
    expect(shown(query)).toEqual([from, to, true]);
  });
});

// requests 9.3, 9.5; calls 2.1
describe('date-times are inclusive instants', () => {
  it.each<[string, DateRangeQuery, string, string]>([
    [
      'with offsets',
      { start: '2026-03-01T10:00:00+10:00', end: '2026-03-01T12:00:00Z' },
      '2026-03-01T00:00:00.000Z',
      '2026-03-01T12:00:00.001Z',
    ],
    [
      'without an offset, read in the time zone',
      { start: '2026-03-01T10:00', end: '2026-03-01T12:00:00.5', timezone: 'Australia/Sydney' },
      '2026-02-28T23:00:00.000Z',
      '2026-03-01T01:00:00.501Z',
    ],
    [
      'from an hour that comes twice to the same: both times',
      { start: '2026-10-25T02:30', end: '2026-10-25T02:30', timezone: 'Europe/Berlin' },
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T01:30:00.001Z',
    ],
    [
      'finer than a millisecond',
      { start: '2026-03-01T00:00:00.0001Z', end: '2026-03-01T00:00:01.0009Z' },
      '2026-03-01T00:00:00.001Z',
      '2026-03-01T00:00:01.001Z',
    ],
    [
      'one instant',
      { start: '2026-03-01T00:00:00Z', end: '2026-03-01T00:00:00Z' },
      '2026-03-01T00:00:00.000Z',
      '2026-03-01T00:00:00.001Z',
    ],
    [
      'an unescaped plus sign, which arrives as a blank (requests 9.9)',
      { start: '2026-03-01T10:00:00 10:00', end: '2026-03-01' },
      '2026-03-01T00:00:00.000Z',
      '2026-03-02T00:00:00.000Z',
    ],
  ])('%s', (_, query, from, to) => {
    expect(shown(query).slice(0, 2)).toEqual([from, to]);
  });

  it.each<[string, DateRangeQuery, string]>([
    [
      'times that no clock shows',
      { start: '2026-10-04T02:15', end: '2026-10-04T02:45', timezone: 'Australia/Sydney' },
      '2026-10-03T16:00:00.000Z',
    ],
    [
      'the hour that is left out of a day',
      { start: '2026-03-29T02:00', end: '2026-03-29T02:59:59.999', timezone: 'Europe/Berlin' },
      '2026-03-29T01:00:00.000Z',
    ],
    [
      'a day that is left out of a calendar',
      { start: '2011-12-30', end: '2011-12-30', timezone: 'Pacific/Apia' },
      '2011-12-30T10:00:00.000Z',
    ],
  ])('%s are not a mistake, and hold nothing', (_, query, instant) => {
    expect(shown(query).slice(0, 2)).toEqual([instant, instant]);
  });

  it('count as whole local days when they happen to be', () => {
    const end = '2026-03-01T23:59:59.999Z';
    expect(shown({ start: '2026-03-01T00:00:00Z', end })[2]).toBe(true);
    expect(shown({ start: '2026-03-01T00:00:00Z', end, timezone: 'Asia/Tokyo' })[2]).toBe(false);
    expect(shown({ start: '2026-03-01', end: '2026-03-02T00:00:00Z' })[2]).toBe(false);
  });
});

// requests 9.6
describe('defaults', () => {
  it('nothing given: the last 30 days up to and including now', () => {
    expect(shown({})).toEqual(['2026-03-16T09:30:00.123Z', '2026-04-15T09:30:00.124Z', false]);
    expect(resolve({}).timezone).toBe('UTC');
  });

  it('no start and a date as the end: 30 whole local days, whatever the clocks did', () => {
    expect(shown({ end: '2026-04-10', timezone: 'Australia/Sydney' })).toEqual([
      '2026-03-11T13:00:00.000Z',
      '2026-04-10T14:00:00.000Z',
      true,
    ]);
  });

  it('no end: now, even in the middle of the first day', () => {
    expect(shown({ start: '2026-04-15' })).toEqual([
      '2026-04-15T00:00:00.000Z',
      '2026-04-15T09:30:00.124Z',
      false,
    ]);
  });

  it('the end may lie ahead of now', () => {
    expect(shown({ start: '2026-04-15', end: '2026-04-30' })[1]).toBe('2026-05-01T00:00:00.000Z');
  });
});

// requests 9.7, 9.8
describe('422', () => {
  it.each<[DateRangeQuery, string[]]>([
    [{ start: '2026-02-30' }, ['query.start_date date_invalid']],
    [{ end: '2026-02-29' }, ['query.end_date date_invalid']],
    [{ start: 'x', end: '' }, ['query.start_date date_invalid', 'query.end_date date_invalid']],
    [{ start: '1999-12-31' }, ['query.start_date date_invalid']],
    [{ end: '2101-01-01' }, ['query.end_date date_invalid']],
    [{ start: '2026-03-01 10:00' }, ['query.start_date date_invalid']],
    [{ start: '20260301' }, ['query.start_date date_invalid']],
    [{ start: '2026-03-02', end: '2026-03-01' }, ['query.start_date range_reversed']],
    [{ start: '2026-03-02T00:00:00Z', end: '2026-03-01' }, ['query.start_date range_reversed']],
    [{ start: '2026-03-01T00:00:00.001Z', end: '2026-03-01T00:00:00Z' }, ['query.start_date range_reversed']],
    [{ start: '2026-04-16' }, ['query.start_date range_reversed']],
    [{ start: '2025-01-01', end: '2026-02-05' }, ['query.start_date range_too_long']],
    [{ start: '2025-01-01T00:00:00Z', end: '2026-02-05T00:00:00.001Z' }, ['query.start_date range_too_long']],
    [{ timezone: '+10:00' }, ['query.timezone timezone_invalid']],
    [{ timezone: '' }, ['query.timezone timezone_invalid']],
    [{ timezone: 'Mars/Olympus', start: 'x' }, ['query.timezone timezone_invalid']],
  ])('%j', (query, expected) => {
    expect(faults(query)).toEqual(expected);
  });

  it.each([
    ['australia/sydney', 'must be an IANA time zone, spelled exactly Australia/Sydney'],
    ['Mars/Olympus', 'must be an IANA time zone, such as Australia/Sydney'],
  ])('says how the zone %s is spelled, where only its case is wrong', (timezone, message) => {
    expect(() => resolve({ timezone })).toThrow(
      expect.objectContaining({ fields: [expect.objectContaining({ message })] }),
    );
  });

  it('400 local days are still answered, with a change of clocks among them', () => {
    expect(faults({ start: '2025-01-01', end: '2026-02-04' })).toEqual([]);
    expect(faults({ start: '2025-09-01', end: '2026-10-05', timezone: 'Australia/Sydney' })).toEqual([]);
    expect(faults({ start: '2025-01-01T00:00:00Z', end: '2026-02-05T00:00:00Z' })).toEqual([]);
  });
});

describe('neighbouring ranges', () => {
  // calls 2.6
  it('meet without a gap or an overlap in any zone', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const days = fc.integer({
      min: Date.UTC(2015, 0, 1) / 86_400_000,
      max: Date.UTC(2035, 0, 1) / 86_400_000,
    });
    fc.assert(
      fc.property(zones, days, (timezone, day) => {
        const first = new Date(day * 86_400_000).toISOString().slice(0, 10);
        const second = new Date((day + 1) * 86_400_000).toISOString().slice(0, 10);
        const one = resolve({ start: first, end: first, timezone });
        const other = resolve({ start: second, end: second, timezone });
        expect(one.to).toEqual(other.from);
        expect(one.wholeLocalDays && other.wholeLocalDays).toBe(true);
        expect(resolve({ start: first, end: second, timezone }).to).toEqual(other.to);
      }),
    );
  });
});
