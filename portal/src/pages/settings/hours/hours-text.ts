import type { BusinessHoursResponse } from '../../../api/generated';

export const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
type Day = (typeof DAYS)[number];
type Intervals = BusinessHoursResponse['weekly'][number]['intervals'];

/** Hours as a person types them: a line of intervals for each day; empty: closed. */
export interface Values {
  readonly timezone: string;
  readonly weekly: Readonly<Record<Day, string>>;
  readonly exceptions: readonly { readonly date: string; readonly hours: string }[];
  /** Empty: open on holidays. */
  readonly holidays_of: string;
}

const INTERVAL = /^(\d{1,2}:\d{2})\s*[-–]\s*(\d{1,2}:\d{2})$/;

const lineOf = (intervals: Intervals): string =>
  intervals.map(({ opens, closes }) => `${opens}–${closes}`).join(', ');

/** The intervals of a line; null if it is not valid. `9:00` is `09:00`. */
export function intervalsOf(line: string): Intervals | null {
  const parts = line.split(/[,;]/).flatMap((it) => (it.trim() === '' ? [] : [it.trim()]));
  const found = parts.map((it) => INTERVAL.exec(it));
  if (found.some((it) => it === null)) return null;
  return found.flatMap((it) =>
    it === null ? [] : [{ opens: it[1]!.padStart(5, '0'), closes: it[2]!.padStart(5, '0') }],
  );
}

export const valuesOf = (hours: BusinessHoursResponse): Values => ({
  timezone: hours.timezone,
  weekly: Object.fromEntries(
    DAYS.map((day) => [day, lineOf(hours.weekly.find((it) => it.day === day)?.intervals ?? [])]),
  ) as Values['weekly'],
  exceptions: hours.exceptions.map(({ date, intervals }) => ({ date, hours: lineOf(intervals) })),
  holidays_of: hours.holidays_of ?? '',
});

/** Lines that are not valid hours: days by their name, dates by their position. */
export const faultsOf = ({ weekly, exceptions }: Values): ReadonlySet<string> =>
  new Set([
    ...DAYS.filter((day) => intervalsOf(weekly[day]) === null),
    ...exceptions.flatMap(({ hours }, n) => (intervalsOf(hours) === null ? [String(n)] : [])),
  ]);

/** The body of the request. Its days are in order, because refusals name days by position. */
export const bodyOf = ({ timezone, weekly, exceptions, holidays_of: holidays }: Values) => ({
  timezone,
  weekly: DAYS.map((day) => ({ day, intervals: intervalsOf(weekly[day]) ?? [] })),
  exceptions: exceptions.map(({ date, hours }) => ({ date, intervals: intervalsOf(hours) ?? [] })),
  holidays_of: holidays === '' ? null : holidays,
});
