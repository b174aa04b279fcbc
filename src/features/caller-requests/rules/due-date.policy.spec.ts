import { describe, expect, it } from 'vitest';
import { daysRemaining, dueDate, dueState, dueTimezone } from './due-date.policy.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

// Zones of every kind: north and south, half hours, changes at midnight, by half an hour, around
// Ramadan, none at all.
const ZONES = [
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Australia/Adelaide',
  'Australia/Brisbane',
  'Australia/Eucla',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Asia/Tokyo',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Beirut',
  'Asia/Jerusalem',
  'Asia/Gaza',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Africa/Johannesburg',
  'Europe/London',
  'Europe/Berlin',
  'Europe/Chisinau',
  'Atlantic/Azores',
  'America/St_Johns',
  'America/New_York',
  'America/Havana',
  'America/Santiago',
  'America/Asuncion',
  'America/Los_Angeles',
  'America/Nuuk',
  'UTC',
];

/** A wall clock as Intl formats it, part by part; the service reads offsets instead. */
function wallReader(timeZone: string): (instant: number) => { readonly date: string; readonly time: string } {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return (instant) => {
    const of = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
    return {
      date: `${of['year']}-${of['month']}-${of['day']}`,
      time: `${of['hour']}:${of['minute']}:${of['second']}`,
    };
  };
}

/** A calendar without clocks. */
const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

/** The first instants in 2026 and early 2027 at which the offset changes. */
function clockChanges(read: ReturnType<typeof wallReader>): number[] {
  const offset = (instant: number): number => {
    const { date, time } = read(instant);
    return Date.parse(`${date}T${time}Z`) - instant;
  };
  const changes: number[] = [];
  for (let day = Date.UTC(2026, 0, 1); day < Date.UTC(2027, 0, 1); day += DAY) {
    if (offset(day) === offset(day + DAY)) continue;
    let [low, high] = [day, day + DAY];
    while (high - low > 1000) {
      const middle = low + Math.floor((high - low) / 2000) * 1000;
      if (offset(middle) === offset(day)) low = middle;
      else high = middle;
    }
    changes.push(high);
  }
  return changes;
}

// caller-requests 3.1, 3.2
describe('the due date, compared with a calendar and the clocks of Intl', () => {
  it.each(ZONES)('%s: on both sides of every clock change of a year', (zone) => {
    const read = wallReader(zone);
    const changes = clockChanges(read);
    const around = (instant: number): number[] =>
      [-13 * HOUR, -HOUR, -1000, 0, 1000, HOUR / 2, HOUR, 13 * HOUR].map((ms) => instant + ms);
    // Received around a clock change, and due around one.
    const received = [
      Date.UTC(2026, 5, 15, 3),
      ...changes.flatMap((it) => [...around(it), ...around(it - 30 * DAY)]),
    ];
    for (const instant of received) {
      const due = dueDate(new Date(instant), zone);
      const expected = daysAfter(read(instant).date, 30);
      expect([zone, instant, due.dueDateLocal]).toEqual([zone, instant, expected]);
      const [wall, dueWall] = [read(instant), read(due.dueAt.getTime())];
      // A clock that jumps over the reading is the one way to another time of day: then it is due
      // as it jumps.
      const isSame = dueWall.date === expected && dueWall.time === wall.time;
      expect(isSame || changes.includes(due.dueAt.getTime())).toBe(true);
      expect(read(due.overdueFrom.getTime()).date).toBe(daysAfter(expected, 1));
      expect(read(due.overdueFrom.getTime() - 1).date).toBe(expected);
      expect(read(due.urgentFrom.getTime()).date).toBe(daysAfter(expected, -7));
      expect(read(due.urgentFrom.getTime() - 1).date).toBe(daysAfter(expected, -8));
    }
  });

  it('keeps the wall time where the clock is put back in between', () => {
    const { dueAt, dueDateLocal } = dueDate(new Date('2026-03-20T22:30:00Z'), 'Australia/Sydney');
    expect([dueAt.toISOString(), dueDateLocal]).toEqual(['2026-04-19T23:30:00.000Z', '2026-04-20']);
  });
});

// caller-requests 3.3, 3.4
describe('how pressing a request is', () => {
  const due = dueDate(new Date('2026-10-01T02:00:00Z'), 'Australia/Sydney');

  it.each([
    ['the day it came', '2026-10-01T02:00:00Z', 'normal', 30],
    ['the last moment of the eighth day before', '2026-10-23T12:59:59.999Z', 'normal', 8],
    ['the first moment of the seventh day before', '2026-10-23T13:00:00Z', 'urgent', 7],
    ['the last moment of the due date', '2026-10-31T12:59:59.999Z', 'urgent', 0],
    ['the first moment after the due date', '2026-10-31T13:00:00Z', 'overdue', -1],
  ] as const)('%s', (_, at, state, days) => {
    const now = new Date(at);
    expect(due.dueDateLocal).toBe('2026-10-31');
    expect([dueState('ready', due, now), daysRemaining('2026-10-31', 'Australia/Sydney', now)]).toEqual([
      state,
      days,
    ]);
  });

  it.each(['completed', 'cancelled', 'unable_to_verify'] as const)('%s is closed at any time', (status) => {
    expect(dueState(status, due, new Date('2027-10-01T00:00:00Z'))).toBe('closed');
  });
});

// caller-requests 3.1
describe('the zone of a due date', () => {
  it.each([
    ["the project's", 'Europe/Berlin', 'Australia/Sydney', 'Europe/Berlin'],
    ["the client's, without a project", undefined, 'Australia/Sydney', 'Australia/Sydney'],
    ['UTC, where the client has none', undefined, '', 'UTC'],
    ["none, where the project's cannot be resolved", 'Mars/Olympus', 'Australia/Sydney', null],
    ["none, where the client's cannot be resolved", undefined, 'sydney', null],
  ])('is %s', (_, project, client, zone) => {
    expect(dueTimezone(project, client)).toBe(zone);
  });
});
