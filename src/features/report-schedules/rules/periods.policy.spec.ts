import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../core/time/wall-clock.policy.js';
import { lastClosed, nextPeriod, periodAfter, periodFrom, type PeriodTerms } from './periods.policy.js';
import { FREQUENCIES, type Frequency } from './report-words.js';

const terms = (frequency: Frequency, timezone: string, sendAtLocal = '08:00'): PeriodTerms => ({
  frequency,
  timezone,
  sendAtLocal,
});

// report-schedules 2.1
describe('the period that is told next', () => {
  it.each<[string, PeriodTerms, string, string, string, string, string]>([
    [
      'yesterday',
      terms('daily', 'UTC'),
      '2026-03-10T07:59:59Z',
      '2026-03-09',
      '2026-03-09',
      '2026-03-09T00:00:00.000Z',
      '2026-03-10T08:00:00.000Z',
    ],
    [
      'today, once yesterday was told',
      terms('daily', 'UTC'),
      '2026-03-10T08:00:00Z',
      '2026-03-10',
      '2026-03-10',
      '2026-03-10T00:00:00.000Z',
      '2026-03-11T08:00:00.000Z',
    ],
    [
      'the week that ends on Sunday',
      terms('weekly', 'Europe/Berlin'),
      '2026-03-26T12:00:00Z',
      '2026-03-23',
      '2026-03-29',
      '2026-03-22T23:00:00.000Z',
      '2026-03-30T06:00:00.000Z',
    ],
    [
      'last week, on a Monday before 8',
      terms('weekly', 'Australia/Sydney'),
      '2026-03-29T20:59:00Z',
      '2026-03-23',
      '2026-03-29',
      '2026-03-22T13:00:00.000Z',
      '2026-03-29T21:00:00.000Z',
    ],
    [
      'a February',
      terms('monthly', 'UTC', '23:59'),
      '2028-02-10T00:00:00Z',
      '2028-02-01',
      '2028-02-29',
      '2028-02-01T00:00:00.000Z',
      '2028-03-01T23:59:00.000Z',
    ],
    [
      'a time that no clock shows, at the change',
      terms('daily', 'Europe/Berlin', '02:30'),
      '2026-03-28T12:00:00Z',
      '2026-03-28',
      '2026-03-28',
      '2026-03-27T23:00:00.000Z',
      '2026-03-29T01:00:00.000Z',
    ],
    [
      'a time that comes twice, at the first',
      terms('daily', 'Europe/Berlin', '02:30'),
      '2026-10-24T12:00:00Z',
      '2026-10-24',
      '2026-10-24',
      '2026-10-23T22:00:00.000Z',
      '2026-10-25T00:30:00.000Z',
    ],
    [
      'a day without a midnight',
      terms('daily', 'America/Santiago', '00:00'),
      '2026-09-05T12:00:00Z',
      '2026-09-05',
      '2026-09-05',
      '2026-09-05T04:00:00.000Z',
      '2026-09-06T04:00:00.000Z',
    ],
  ])('is %s', (_, asked, now, from, until, start, sendAt) => {
    const period = nextPeriod(asked, new Date(now));
    expect([period.from, period.until, period.start.toISOString(), period.sendAt.toISOString()]).toEqual([
      from,
      until,
      start,
      sendAt,
    ]);
    expect(periodFrom(asked, from)).toEqual(period);
  });

  it('is over when it is told, and the last closed one before a schedule tells anything', () => {
    const asked = terms('monthly', 'Asia/Kathmandu');
    expect(lastClosed(asked, new Date('2026-03-31T18:14:59Z')).from).toBe('2026-02-01');
    expect(lastClosed(asked, new Date('2026-03-31T18:15:00Z')).from).toBe('2026-03-01');
  });
});

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'Europe/London',
  'Europe/Lisbon',
  'Europe/Moscow',
  'Europe/Istanbul',
  'America/New_York',
  'America/Los_Angeles',
  'America/Santiago',
  'America/Havana',
  'America/Sao_Paulo',
  'America/St_Johns',
  'America/Phoenix',
  'America/Asuncion',
  'America/Anchorage',
  'Atlantic/Azores',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Africa/Lagos',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'Asia/Beirut',
  'Asia/Gaza',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Australia/Adelaide',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
];

// report-schedules 2.2, 2.3
describe('400 days of schedules in 30 zones', () => {
  it.each(FREQUENCIES)('miss no period and tell none twice: %s', (frequency) => {
    expect(new Set(ZONES).size).toBe(30);
    const first = new Date('2025-12-20T05:30:00Z');
    const last = new Date(first.getTime() + 400 * DAY_MS);
    for (const [index, timezone] of ZONES.entries())
      for (const sendAtLocal of ['00:00', '02:30', `${String(index % 24).padStart(2, '0')}:15`]) {
        const asked = terms(frequency, timezone, sendAtLocal);
        let period = nextPeriod(asked, first);
        const told = new Set<string>();
        while (period.sendAt <= last) {
          const next = periodAfter(asked, period);
          const name = `${timezone} ${sendAtLocal} ${period.from}`;
          expect(told.has(period.from), name).toBe(false);
          told.add(period.from);
          if (period.end.getTime() !== next.start.getTime()) expect.fail(`a gap after ${name}`);
          if (period.sendAt < period.end) expect.fail(`told before its end: ${name}`);
          if (next.sendAt <= period.sendAt) expect.fail(`told out of order: ${name}`);
          // A schedule that is created at any time in between starts with the next period.
          const between = new Date((period.sendAt.getTime() + next.sendAt.getTime()) / 2);
          if (nextPeriod(asked, between).from !== next.from) expect.fail(`another begin: ${name}`);
          const hours = (period.end.getTime() - period.start.getTime()) / HOUR_MS;
          const days = (Date.parse(period.until) - Date.parse(period.from)) / DAY_MS + 1;
          if (Math.abs(hours - days * 24) > 1) expect.fail(`${hours} hours: ${name}`);
          period = next;
        }
        expect(told.size).toBeGreaterThanOrEqual({ daily: 399, weekly: 56, monthly: 12 }[frequency]);
      }
  });
});
