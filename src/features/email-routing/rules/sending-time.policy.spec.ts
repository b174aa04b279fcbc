import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import { waitOf, type SendingTimes } from './sending-time.policy.js';

const AT_ONCE: SendingTimes = {
  delivery: 'immediate',
  digest_at: '08:00',
  quiet_from: null,
  quiet_until: null,
  timezone: 'Europe/Berlin',
};
const DAILY: SendingTimes = { ...AT_ONCE, delivery: 'daily' };
const NIGHT = { quiet_from: '22:00', quiet_until: '07:00' };

describe('the time of a mail', () => {
  // email-routing 6.9, 6.10
  it.each([
    ['at once', AT_ONCE, '2026-06-01T12:00Z', null, null],
    ['a day later, with the next daily mail', DAILY, '2026-06-01T06:01Z', '2026-06-02T06:00Z', 'daily_mail'],
    ['to the millisecond of the daily mail', DAILY, '2026-06-01T06:00Z', null, null],
    ['in winter, by the clock of the zone', DAILY, '2026-12-01T06:30Z', '2026-12-01T07:00Z', 'daily_mail'],
    ['on the day the clock goes forward', DAILY, '2026-03-28T08:00Z', '2026-03-29T06:00Z', 'daily_mail'],
    [
      'at a time that the clock leaves out',
      { ...DAILY, digest_at: '02:30' },
      '2026-03-28T22:00Z',
      '2026-03-29T01:00Z',
      'daily_mail',
    ],
    [
      'at the first of two',
      { ...DAILY, digest_at: '02:30' },
      '2026-10-24T22:00Z',
      '2026-10-25T00:30Z',
      'daily_mail',
    ],
    [
      'after a night, before midnight',
      { ...AT_ONCE, ...NIGHT },
      '2026-06-01T20:00Z',
      '2026-06-02T05:00Z',
      'quiet_hours',
    ],
    [
      'after a night, after midnight',
      { ...AT_ONCE, ...NIGHT },
      '2026-06-02T04:59Z',
      '2026-06-02T05:00Z',
      'quiet_hours',
    ],
    ['at the end of a night', { ...AT_ONCE, ...NIGHT }, '2026-06-02T05:00Z', null, null],
    ['just before a night', { ...AT_ONCE, ...NIGHT }, '2026-06-01T19:59Z', null, null],
    [
      'after quiet hours of a day',
      { ...AT_ONCE, quiet_from: '12:00', quiet_until: '13:00' },
      '2026-06-01T10:30Z',
      '2026-06-01T11:00Z',
      'quiet_hours',
    ],
    [
      'after the night of a daily mail',
      { ...DAILY, ...NIGHT, digest_at: '23:00' },
      '2026-06-01T12:00Z',
      '2026-06-02T05:00Z',
      'quiet_hours',
    ],
    [
      'after a night that is an hour longer',
      { ...AT_ONCE, ...NIGHT },
      '2026-10-24T21:00Z',
      '2026-10-25T06:00Z',
      'quiet_hours',
    ],
    [
      'in the second of two hours',
      { ...AT_ONCE, quiet_from: '01:00', quiet_until: '02:30' },
      '2026-10-25T01:10Z',
      '2026-10-25T01:30Z',
      'quiet_hours',
    ],
  ] as const)('is %s', (_, times, created, until, reason) => {
    const at = new Date(created);
    expect(waitOf(times, at, at)).toEqual(until === null ? null : { until: new Date(until), reason });
  });

  it('is now for a mail of the day that is late', () => {
    expect(waitOf(DAILY, new Date('2026-06-01T12:00Z'), new Date('2026-06-02T06:00Z'))).toBeNull();
    expect(waitOf(DAILY, new Date('2026-06-01T12:00Z'), new Date('2026-06-03T19:00Z'))).toBeNull();
  });

  // Minute by minute, with another library: the first minute that is not quiet.
  it.each([
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Africa/Casablanca',
    'Asia/Kathmandu',
  ])('is the first minute after quiet hours in %s, whenever its clock changes', (zone) => {
    for (const [from, until] of [
      ['22:00', '07:00'],
      ['01:15', '02:45'],
      ['23:30', '00:30'],
      ['02:00', '03:00'],
    ] as const) {
      const times = { ...AT_ONCE, quiet_from: from, quiet_until: until, timezone: zone };
      const isQuiet = (ms: number): boolean => {
        const time = DateTime.fromMillis(ms, { zone }).toFormat('HH:mm');
        return from < until ? time >= from && time < until : time >= from || time < until;
      };
      for (const day of [
        '2026-03-07',
        '2026-03-28',
        '2026-04-04',
        '2026-10-03',
        '2026-10-24',
        '2026-10-31',
      ]) {
        for (let minutes = 0; minutes < 2880; minutes += 331) {
          const at = Date.parse(`${day}T00:00Z`) + minutes * 60_000;
          let free = at;
          while (isQuiet(free)) free += 60_000;
          const wait = waitOf(times, new Date(at), new Date(at));
          expect([zone, from, at, wait?.until.getTime() ?? at]).toEqual([zone, from, at, free]);
        }
      }
    }
  });
});
