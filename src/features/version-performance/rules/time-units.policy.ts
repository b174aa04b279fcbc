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
  /** For each unit its piece: a local day, or a part of one before or after an instant. */
  readonly pieces: readonly number[];
  /** The pieces that begin a month or the range, or begin at an instant. */
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
 * Divides a range into local days, or into hours counted from the start of each local day, and at
 * each given instant inside it.
 */
export function timeUnits(
  { from, to }: { readonly from: Date; readonly to: Date },
  timezone: string,
  size: 'hour' | 'day',
  instants: readonly Date[],
): TimeUnits {
  const inside = (it: number): boolean => it > from.getTime() && it < to.getTime();
  const days = daysOf(dayStart(from, timezone).getTime(), to.getTime(), timezone);
  const breaking = new Set([
    from.getTime(),
    ...instants.map((it) => it.getTime()).filter(inside),
    ...days.filter((it) => inside(it) && monthStart(new Date(it), timezone).getTime() === it),
  ]);
  const beginning = new Set([...breaking, ...days.filter(inside)]);
  const hours = size === 'day' ? [] : days.flatMap((day) => hoursOf(day, timezone)).filter(inside);
  const boundaries = [...new Set([...beginning, ...hours])].sort((one, other) => one - other);
  let piece = -1;
  const pieces = boundaries.map((it) => (beginning.has(it) ? (piece += 1) : piece));
  return {
    boundaries: boundaries.map((it) => new Date(it)),
    pieces,
    breaks: boundaries.flatMap((it, unit) => (breaking.has(it) ? [pieces[unit]!] : [])),
  };
}

function daysOf(first: number, to: number, timezone: string): number[] {
  const days: number[] = [];
  for (let day = first; day < to; day = addLocalDays(day, 1, timezone)) days.push(day);
  return days;
}

function hoursOf(day: number, timezone: string): number[] {
  const length = addLocalDays(day, 1, timezone) - day;
  return Array.from({ length: Math.ceil(length / HOUR_MS) }, (_, hour) => day + hour * HOUR_MS);
}
