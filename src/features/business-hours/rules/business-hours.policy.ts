import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../core/shared/json/canonical-json.policy.js';
import type { FieldError } from '../../../core/shared/platform-error.js';
import { DAYS } from '../../../core/http/schemas/schema-parts.js';
import { DAY_MS, firstInstantAt, wallAt } from '../../../core/time/wall-clock.policy.js';

/**
 * A part of a day: `closes` is the first minute after it; it is on the next day unless it is later
 * than `opens`.
 */
export interface Interval {
  readonly opens: string;
  readonly closes: string;
}

export interface BusinessHours {
  readonly timezone: string;
  readonly weekly: readonly {
    readonly day: (typeof DAYS)[number];
    readonly intervals: readonly Interval[];
  }[];
  readonly exceptions: readonly { readonly date: string; readonly intervals: readonly Interval[] }[];
  readonly holidays_of: string | null;
}

/** Whether a day, counted from 1 January 1970, is a public holiday of the hours. */
type IsHoliday = (day: number) => boolean;

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
const WEEK_MINUTES = 7 * DAY_MINUTES;
/** How far ahead to look for a change: beyond any usual break at the turn of the year. */
const LOOK_AHEAD_DAYS = 31;

const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** An interval in minutes of its own day; its end is beyond 1440 if it crosses midnight. */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

function stretchOf({ opens, closes }: Interval): Stretch {
  const start = minutes(opens);
  const end = minutes(closes);
  return { start, end: end > start ? end : end + DAY_MINUTES };
}

const meet = (a: Stretch, b: Stretch): boolean => a.start < b.end && b.start < a.end;

const moved = ({ start, end }: Stretch, by: number): Stretch => ({ start: start + by, end: end + by });

/** Faults of hours that the checks of single fields do not find (business-hours 1.3 to 1.6). */
export function faultsOfHours(hours: BusinessHours, subdivisions: readonly string[]): FieldError[] {
  const { weekly, exceptions, holidays_of: holidaysOf } = hours;
  const isUnknown = holidaysOf !== null && !subdivisions.includes(holidaysOf);
  return [
    ...repeats(
      weekly.map(({ day }) => day),
      (index) => ['body', 'weekly', index, 'day'],
    ),
    ...repeats(
      exceptions.map(({ date }) => date),
      (index) => ['body', 'exceptions', index, 'date'],
    ),
    ...weekly.flatMap(({ intervals }, index) => emptyIntervals(intervals, ['body', 'weekly', index])),
    ...exceptions.flatMap(({ intervals }, index) => emptyIntervals(intervals, ['body', 'exceptions', index])),
    ...overlapsOfWeek(weekly),
    ...exceptions.flatMap(({ intervals }, index) => overlapsOfDay(intervals, ['body', 'exceptions', index])),
    ...(isUnknown
      ? [
          {
            loc: ['body', 'holidays_of'],
            message: `must be null or one of ${subdivisions.join(', ')}`,
            type: 'value_error',
          },
        ]
      : []),
  ];
}

type Place = readonly (string | number)[];

const repeats = (names: readonly string[], place: (index: number) => Place): FieldError[] =>
  names.flatMap((name, index) =>
    names.indexOf(name) === index
      ? []
      : [
          {
            loc: place(index),
            message: `is already listed at ${names.indexOf(name)}; add its intervals there`,
            type: 'repeated',
          },
        ],
  );

const emptyIntervals = (intervals: readonly Interval[], place: Place): FieldError[] =>
  intervals.flatMap(({ opens, closes }, index) =>
    opens === closes
      ? [
          {
            loc: [...place, 'intervals', index, 'closes'],
            message: 'must differ from opens; a whole day is 00:00 to 24:00',
            type: 'value_error',
          },
        ]
      : [],
  );

const overlapAt = (place: Place, index: number, other: string): FieldError => ({
  loc: [...place, 'intervals', index],
  message: `overlaps ${other}; merge or separate them`,
  type: 'overlap',
});

const overlapsOfDay = (intervals: readonly Interval[], place: Place): FieldError[] =>
  intervals.flatMap((interval, index) => {
    const earlier = intervals
      .slice(0, index)
      .findIndex((other) => meet(stretchOf(interval), stretchOf(other)));
    return earlier < 0 ? [] : [overlapAt(place, index, `interval ${earlier} of its day`)];
  });

/**
 * An interval that crosses midnight may overlap those of the next day; Sunday's reach into Monday.
 */
function overlapsOfWeek(weekly: BusinessHours['weekly']): FieldError[] {
  const all = weekly.flatMap(({ day, intervals }, index) =>
    intervals.map((interval, at) => ({
      day,
      index,
      at,
      stretch: moved(stretchOf(interval), DAYS.indexOf(day) * DAY_MINUTES),
    })),
  );
  return all.flatMap(({ index, at, stretch }, here) => {
    const other = all
      .slice(0, here)
      .find(({ stretch: it }) => [-WEEK_MINUTES, 0, WEEK_MINUTES].some((by) => meet(stretch, moved(it, by))));
    return other ? [overlapAt(['body', 'weekly', index], at, `interval ${other.at} of ${other.day}`)] : [];
  });
}

// 1 January 1970 was a Thursday.
const dayName = (day: number): (typeof DAYS)[number] => DAYS[(((day + 3) % 7) + 7) % 7]!;

/**
 * The intervals that begin on a day: an exception replaces all others, and a holiday has none
 * (business-hours 2.1).
 */
function intervalsOf(hours: BusinessHours, day: number, isHoliday: IsHoliday): readonly Interval[] {
  const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
  const exception = hours.exceptions.find((it) => it.date === date);
  if (exception) return exception.intervals;
  if (isHoliday(day)) return [];
  return hours.weekly.find((it) => it.day === dayName(day))?.intervals ?? [];
}

/** Whether it is open, and when that changes next. */
export interface OpenState {
  readonly isOpen: boolean;
  /** Null: not within 31 days. */
  readonly changesAt: number | null;
}

/**
 * Whether hours are open at an instant (business-hours section 2). Each interval runs between the
 * first instants at which local time shows its times, so that a day of 23 or 25 hours opens and
 * closes once.
 */
export function openState(hours: BusinessHours, nowMs: number, isHoliday: IsHoliday): OpenState {
  const today = Math.floor(wallAt(nowMs, hours.timezone) / DAY_MS);
  const instant = (day: number, minute: number): number =>
    firstInstantAt(day * DAY_MS + minute * MINUTE_MS, hours.timezone);
  // An interval that began yesterday may still be open.
  const spans = Array.from({ length: LOOK_AHEAD_DAYS + 2 }, (_, ahead) => today - 1 + ahead)
    .flatMap((day) =>
      intervalsOf(hours, day, isHoliday)
        .map(stretchOf)
        .map(({ start, end }) => ({ from: instant(day, start), to: instant(day, end) })),
    )
    .filter(({ from, to }) => from < to && to > nowMs)
    .toSorted((a, b) => a.from - b.from);
  const until = nowMs + LOOK_AHEAD_DAYS * DAY_MS;
  const within = (at: number): number | null => (at <= until ? at : null);
  const [first] = spans;
  if (first === undefined) return { isOpen: false, changesAt: null };
  if (first.from > nowMs) return { isOpen: false, changesAt: within(first.from) };
  // Intervals without a gap between them are merged.
  const end = spans.reduce(
    (reached, { from, to }) => (from <= reached ? Math.max(reached, to) : reached),
    nowMs,
  );
  return { isOpen: true, changesAt: within(end) };
}

/** Hours that never open again must end the search; a year has every usual break. */
const FARTHEST_DAYS = 366;

/**
 * The instant at which hours have been open for some time since another one (business-hours 2.5).
 * Hours that open too rarely give the end of a year.
 */
export function afterOpenTime(
  hours: BusinessHours,
  fromMs: number,
  openMs: number,
  isHoliday: IsHoliday,
): number {
  const last = fromMs + FARTHEST_DAYS * DAY_MS;
  let left = openMs;
  for (let at = fromMs; at < last;) {
    const { isOpen, changesAt } = openState(hours, at, isHoliday);
    const next = changesAt ?? at + LOOK_AHEAD_DAYS * DAY_MS;
    if (isOpen) {
      if (left <= next - at) return at + left;
      left -= next - at;
    }
    at = next;
  }
  return last;
}

/** The strong etag of the saved hours; it covers content and number. */
export const hoursEtag = (revision: number, hours: BusinessHours): string =>
  `r${revision}-${createHash('sha256').update(canonicalJson(hours)).digest('hex').slice(0, 16)}`;

/** The hours of a client that never saved any: none, in its own zone. */
export const defaultHours = (timezone: string): BusinessHours => ({
  timezone,
  weekly: [],
  exceptions: [],
  holidays_of: null,
});
