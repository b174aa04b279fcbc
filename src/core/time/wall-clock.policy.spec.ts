import fc from 'fast-check';
import { DateTime, IANAZone } from 'luxon';
import { describe, expect, it } from 'vitest';
import {
  addLocalDays,
  clockChangeBetween,
  firstInstantAfter,
  firstInstantAt,
  isDayStart,
  localIso,
  wallAt,
} from './wall-clock.policy.js';

const wall = (text: string): number => Date.parse(`${text}Z`);
const iso = (instantMs: number): string => new Date(instantMs).toISOString();

describe('wallAt', () => {
  it('agrees with luxon about every zone', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const instants = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2040, 0, 1) });
    fc.assert(
      fc.property(zones, instants, (zone, instant) => {
        expect(wallAt(instant, zone)).toBe(instant + IANAZone.create(zone).offset(instant) * 60_000);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('localIso', () => {
  it.each([
    ['UTC', '2026-10-04T00:00:00+00:00'],
    ['Australia/Sydney', '2026-10-04T11:00:00+11:00'],
    ['Asia/Kathmandu', '2026-10-04T05:45:00+05:45'],
    ['America/St_Johns', '2026-10-03T21:30:00-02:30'],
    ['Pacific/Marquesas', '2026-10-03T14:30:00-09:30'],
    ['Pacific/Kiritimati', '2026-10-04T14:00:00+14:00'],
  ])('in %s', (zone, written) => {
    expect(localIso(Date.parse('2026-10-04T00:00:00Z'), zone)).toBe(written);
  });

  it('agrees with luxon about every zone', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const instants = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2040, 0, 1) });
    fc.assert(
      fc.property(zones, instants, (zone, instant) => {
        const written = DateTime.fromMillis(instant, { zone }).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ");
        expect(localIso(instant, zone)).toBe(written);
      }),
    );
  });
});

describe('clockChangeBetween', () => {
  const change = (from: string, to: string, zone: string): string | null => {
    const found = clockChangeBetween(Date.parse(from), Date.parse(to), zone);
    return found === null ? null : iso(found);
  };
  it.each([
    [
      'put forward',
      '2026-03-29T00:30:00Z',
      '2026-03-29T01:30:00Z',
      'Europe/Berlin',
      '2026-03-29T01:00:00.000Z',
    ],
    ['put back', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', 'Europe/Berlin', '2026-10-25T01:00:00.000Z'],
    [
      'by half an hour',
      '2026-10-03T15:00:00Z',
      '2026-10-03T16:00:00Z',
      'Australia/Lord_Howe',
      '2026-10-03T15:30:00.000Z',
    ],
    [
      'on the last instant',
      '2026-10-25T00:00:00Z',
      '2026-10-25T01:00:00Z',
      'Europe/Berlin',
      '2026-10-25T01:00:00.000Z',
    ],
    ['one instant later', '2026-10-25T00:00:00Z', '2026-10-25T00:59:59.999Z', 'Europe/Berlin', null],
    ['on the first instant', '2026-10-25T01:00:00Z', '2026-10-25T02:00:00Z', 'Europe/Berlin', null],
    ['never', '2026-10-25T00:00:00Z', '2026-10-25T02:00:00Z', 'UTC', null],
  ])('%s', (_, from, to, zone, expected) => {
    expect(change(from, to, zone)).toBe(expected);
  });
});

describe('firstInstantAt', () => {
  it.each([
    ['an ordinary midnight', '2026-03-01T00:00', 'Australia/Sydney', '2026-02-28T13:00:00.000Z'],
    ['a midnight that does not exist', '2026-09-06T00:00', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
    ['a midnight that comes twice', '2025-11-02T00:00', 'America/Havana', '2025-11-02T04:00:00.000Z'],
    ['the other one of that kind', '2026-10-25T00:00', 'Atlantic/Azores', '2026-10-25T00:00:00.000Z'],
    ['an hour that does not exist', '2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    ['an hour that comes twice', '2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['a day that does not exist', '2011-12-30T12:00', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
    ['a change of half an hour', '2026-10-04T02:15', 'Australia/Lord_Howe', '2026-10-03T15:30:00.000Z'],
  ])('%s', (_, reading, zone, instant) => {
    expect(iso(firstInstantAt(wall(reading), zone))).toBe(instant);
  });
});

describe('firstInstantAfter', () => {
  it.each([
    ['an ordinary time', '2026-03-01T10:00', 'UTC', '2026-03-01T10:00:00.001Z'],
    ['a time that comes twice: the second', '2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T01:30:00.001Z'],
    ['a time that does not exist', '2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
  ])('%s', (_, reading, zone, instant) => {
    expect(iso(firstInstantAfter(wall(reading), zone))).toBe(instant);
  });
});

describe('addLocalDays', () => {
  it('keeps the time on the wall when the clocks change in between', () => {
    const before = Date.parse('2026-03-28T09:00:00Z');
    expect(iso(addLocalDays(before, 1, 'Europe/Berlin'))).toBe('2026-03-29T08:00:00.000Z');
    expect(iso(addLocalDays(before, -1, 'Europe/Berlin'))).toBe('2026-03-27T09:00:00.000Z');
  });
});

describe('every local day', () => {
  const zones = fc.constantFrom(
    ...['UTC', 'America/Havana', 'America/Santiago', 'America/Nuuk', 'Africa/Cairo', 'Africa/Casablanca'],
    ...['Atlantic/Azores', 'Asia/Kathmandu', 'Asia/Beirut', 'Australia/Lord_Howe', 'Pacific/Chatham'],
  );
  const days = fc.integer({ min: Date.UTC(2015, 0, 1) / 86_400_000, max: Date.UTC(2035, 0, 1) / 86_400_000 });

  it('starts at the first instant that shows its date, and lasts 23 to 25 hours', () => {
    fc.assert(
      fc.property(zones, days, (zone, day) => {
        const midnight = day * 86_400_000;
        const first = firstInstantAt(midnight, zone);
        const next = firstInstantAt(midnight + 86_400_000, zone);
        expect(wallAt(first, zone)).toBeGreaterThanOrEqual(midnight);
        expect(wallAt(first - 1, zone)).toBeLessThan(midnight);
        expect(isDayStart(first, zone)).toBe(true);
        expect(isDayStart(first + 1, zone)).toBe(false);
        expect(next - first).toBeGreaterThanOrEqual(23 * 3_600_000);
        expect(next - first).toBeLessThanOrEqual(25 * 3_600_000);
      }),
    );
  });
});
