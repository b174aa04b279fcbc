import { FieldError, unprocessable } from '../shared/platform-error.js';
import { readIsoDate, readIsoDateTime } from './iso-date-time.policy.js';
import { isIanaTimezone, timezoneMessage } from './timezone.policy.js';
import { addLocalDays, DAY_MS, firstInstantAfter, firstInstantAt, isDayStart } from './wall-clock.policy.js';

export interface DateRange {
  /** Inclusive. */
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  /** IANA name in which dates were read and in which days are counted. */
  readonly timezone: string;
  /**
   * Whether both ends are at the start of a local day; an end less than a second before it counts
   * too, such as 23:59:59.
   */
  readonly wholeLocalDays: boolean;
}

export interface DateRangeQuery {
  readonly start?: string | undefined;
  readonly end?: string | undefined;
  readonly timezone?: string | undefined;
  /** An end that is an instant does not belong to the range, as in exports; a date always does. */
  readonly endInstantExcluded?: boolean | undefined;
}

/** A dashboard opens with a month of calls. */
const DEFAULT_DAYS = 30;
/** A year plus the same month of the year before; more would be too much for one request. */
const MAX_DAYS = 400;

const BOUND_MESSAGE = 'Must be YYYY-MM-DD or an ISO 8601 date-time, a real date from 2000 to 2100.';

/** The first instant that belongs to a bound, and the first that no longer does. */
interface Bound {
  readonly first: number;
  readonly after: number;
  readonly wholeDay: boolean;
}

/**
 * Turns `start_date`, `end_date` and `timezone` of an analytics route into instants (requests 9.3,
 * 9.4, 9.5, 9.6 and 9.7). A `YYYY-MM-DD` is a whole day of the time zone (default UTC). A date-time
 * without an offset is read in the time zone. Without an end: `now`. Without a start: the last 30
 * local days up to the end. Stored instants are whole milliseconds, hence the exclusive `to` is the
 * inclusive end plus one.
 * @throws 422 naming the field: `date_invalid`, `range_reversed`, `range_too_long` (over 400 local
 * days), `timezone_invalid`
 */
export function resolveDateRange(query: DateRangeQuery, now: Date): DateRange {
  const timezone = query.timezone ?? 'UTC';
  if (!isIanaTimezone(timezone)) {
    throw unprocessable(fault('timezone', 'timezone_invalid', timezoneMessage(timezone)));
  }
  const start = query.start === undefined ? undefined : readBound(query.start, timezone);
  const end = query.end === undefined ? instantBound(now.getTime()) : readBound(query.end, timezone);
  if (start === null || end === null) {
    throw unprocessable(
      ...(start === null ? [fault('start_date', 'date_invalid', BOUND_MESSAGE)] : []),
      ...(end === null ? [fault('end_date', 'date_invalid', BOUND_MESSAGE)] : []),
    );
  }
  const from =
    start?.first ?? addLocalDays(end.wholeDay ? end.after : end.after - 1, -DEFAULT_DAYS, timezone);
  const isExcluded = query.endInstantExcluded === true && query.end !== undefined && !end.wholeDay;
  const to = isExcluded ? end.first : end.after;
  // A range that ends at its start contains no calls and is valid.
  if (to === end.first ? from > to : from >= to) {
    throw unprocessable(fault('start_date', 'range_reversed', 'Must not be after the end of the range.'));
  }
  const surelyShort = to - from < (MAX_DAYS - 1) * DAY_MS;
  if (!surelyShort && to - 1 > addLocalDays(from, MAX_DAYS, timezone)) {
    throw unprocessable(
      fault('start_date', 'range_too_long', `The range may cover at most ${MAX_DAYS} days.`),
    );
  }
  return {
    from: new Date(from),
    to: new Date(to),
    timezone,
    wholeLocalDays: isDayStart(from, timezone) && isDayStart(wholeSecondAfter(to), timezone),
  };
}

function readBound(text: string, timezone: string): Bound | null {
  const midnight = readIsoDate(text);
  if (midnight !== null) {
    return {
      first: firstInstantAt(midnight, timezone),
      after: firstInstantAt(midnight + DAY_MS, timezone),
      wholeDay: true,
    };
  }
  // A plus sign that was not escaped in a query string arrives as a space.
  const read = readIsoDateTime(text.replace(/ (?=\d{2}:?\d{2}$)/, '+'));
  if (read === null) return null;
  // Nothing is stored between two milliseconds: a start in between means the next one, and an end
  // the previous one.
  const skipped = read.finerThanMs ? 1 : 0;
  if (read.offsetMinutes !== null) {
    const bound = instantBound(read.wallMs - read.offsetMinutes * 60_000);
    return { ...bound, first: bound.first + skipped };
  }
  return {
    first: firstInstantAt(read.wallMs, timezone) + skipped,
    after: firstInstantAfter(read.wallMs, timezone),
    wholeDay: false,
  };
}

/**
 * The end of the second that contains an instant, or the instant itself if a second begins there.
 */
export const wholeSecondAfter = (instantMs: number): number => Math.ceil(instantMs / 1000) * 1000;

const instantBound = (instantMs: number): Bound => ({
  first: instantMs,
  after: instantMs + 1,
  wholeDay: false,
});

const fault = (name: string, type: string, message: string): FieldError => ({
  loc: ['query', name],
  message,
  type,
});
