import {
  addLocalDays,
  DAY_MS,
  firstInstantAt,
  HOUR_MS,
  wallAt,
} from '../../../core/time/wall-clock.policy.js';

/** A range in units of time. */
export interface TimeUnits {
  /** Unit i runs from boundary i up to the next one or the end of the range. */
  readonly boundaries: readonly Date[];
  /** The period of each unit: a local day, or the part of one before or after an instant. */
  readonly pieces: readonly number[];
  /** The periods that begin a month or the range, or begin at an instant. */
  readonly breaks: readonly number[];
}

/** The first instant of the local month of an instant. */
export function monthStart(at: Date, timezone: string): Date {
  const wall = new Date(wallAt(at.getTime(), timezone));
  return new Date(firstInstantAt(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth()), timezone));
}

/** The first instant of the local day of an instant. */
const dayStart = (at: Date, timezone: string): Date =>
  new Date(firstInstantAt(Math.floor(wallAt(at.getTime(), timezone) / DAY_MS) * DAY_MS, timezone));

/**
 * Divides a range into local days, at each given instant inside it, and where its last hour begins,
 * if that is given.
 */
export function timeUnits(
  { from, to }: { readonly from: Date; readonly to: Date },
  timezone: string,
  instants: readonly Date[],
  lastHour: Date | null,
): TimeUnits {
  const inside = (it: number): boolean => it > from.getTime() && it < to.getTime();
  const days = daysOf(dayStart(from, timezone).getTime(), to.getTime(), timezone);
  const breaking = new Set([
    from.getTime(),
    ...instants.map((it) => it.getTime()).filter(inside),
    ...days.filter((it) => inside(it) && monthStart(new Date(it), timezone).getTime() === it),
  ]);
  const beginning = new Set([...breaking, ...days.filter(inside)]);
  const cut = lastHour === null ? [] : [lastHour.getTime()].filter(inside);
  const boundaries = [...new Set([...beginning, ...cut])].sort((one, other) => one - other);
  let piece = -1;
  const pieces = boundaries.map((it) => (beginning.has(it) ? (piece += 1) : piece));
  return {
    boundaries: boundaries.map((it) => new Date(it)),
    pieces,
    breaks: boundaries.flatMap((it, unit) => (breaking.has(it) ? [pieces[unit]!] : [])),
  };
}

/** The instants that divide a part of a local day into hours, which count from the start of the day. */
export function hoursOf({ from, to }: { readonly from: Date; readonly to: Date }, timezone: string): Date[] {
  const boundaries = [from];
  let hour = lastHourStart(new Date(from.getTime() + 1), timezone).getTime() + HOUR_MS;
  for (; hour < to.getTime(); hour += HOUR_MS) boundaries.push(new Date(hour));
  return boundaries;
}

/** The start of the last hour that begins before an instant. */
export function lastHourStart(before: Date, timezone: string): Date {
  const last = before.getTime() - 1;
  const day = dayStart(new Date(last), timezone).getTime();
  return new Date(day + Math.floor((last - day) / HOUR_MS) * HOUR_MS);
}

function daysOf(first: number, to: number, timezone: string): number[] {
  const days: number[] = [];
  for (let day = first; day < to; day = addLocalDays(day, 1, timezone)) days.push(day);
  return days;
}
