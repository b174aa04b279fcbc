import { unprocessable } from '../../../core/shared/platform-error.js';
import type { DateRange } from '../../../core/time/date-range.policy.js';
import {
  addLocalDays,
  clockChangeBetween,
  DAY_MS,
  firstInstantAt,
  HOUR_MS,
  localIso,
  wallAt,
} from '../../../core/time/wall-clock.policy.js';

/** The sizes of a timeline's buckets; a week is the ISO week, which begins on Monday. */
export const GRANULARITIES = ['hour', 'day', 'week'] as const;
export type Granularity = (typeof GRANULARITIES)[number];

/** The granularity of a timeline if the caller names none. */
export const DEFAULT_GRANULARITY: Granularity = 'day';

/**
 * A month in hours is 744 buckets, about twice the 400 of the longest range in days. A year would
 * have 9600: more points than a chart has room for, and more than a store should split its sums
 * into for one response.
 */
export const MAX_DAYS_OF_HOURS = 31;

/** The start of a timeline's bucket, as in responses. */
export interface BucketStart {
  /** The first instant of the local hour, day or week, even if the range starts later. */
  readonly start_utc: string;
  /** The same instant in ISO 8601, in the zone's local time with its offset. */
  readonly start_local: string;
}

/** A range in buckets, each with its value. */
export interface Timeline<T> {
  readonly timezone: string;
  readonly granularity: Granularity;
  readonly buckets: (BucketStart & T)[];
}

/** A range divided into buckets, before anything is counted. */
export interface BucketedRange {
  readonly buckets: readonly BucketStart[];
  /** Bucket i covers [boundaries[i], boundaries[i + 1]); the ends are those of the range. */
  readonly boundaries: readonly Date[];
}

/**
 * Divides a range into the local hours, days or weeks of its zone, without gaps (calls section 9).
 * A day on which clocks change has 23 or 25 hours. An hour ends with the offset under which it
 * began: an hour that occurs twice gives two buckets, a skipped one gives none, and half an hour
 * gives a bucket of 30 minutes.
 * @throws 422 `range_too_long` on granularity, for hours of more than 31 local days
 */
export function cutIntoBuckets(range: DateRange, granularity: Granularity): BucketedRange {
  const { timezone } = range;
  const [from, to] = [range.from.getTime(), range.to.getTime()];
  if (granularity === 'hour' && to - 1 > addLocalDays(from, MAX_DAYS_OF_HOURS, timezone)) {
    const message = `hour is allowed for at most ${MAX_DAYS_OF_HOURS} days; use day or week, or a shorter range`;
    throw unprocessable({ loc: ['query', 'granularity'], message, type: 'range_too_long' });
  }
  const next = (start: number): number => nextStart(start, granularity, timezone);
  let start = atOrBefore(from, granularity, timezone);
  for (let later = next(start); later <= from; later = next(start)) start = later;
  const starts: number[] = [];
  for (; start < to; start = next(start)) starts.push(start);
  return {
    buckets: starts.map((it) => ({
      start_utc: new Date(it).toISOString(),
      start_local: localIso(it, timezone),
    })),
    boundaries: [from, ...starts.slice(1), to].map((it) => new Date(it)),
  };
}

const WEEK_MS = 7 * DAY_MS;
/** 1970 began on a Thursday: its first Monday was the 5th. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** An instant from which stepping from start to start reaches the bucket that contains `from`. */
function atOrBefore(from: number, granularity: Granularity, timezone: string): number {
  // No bucket is longer than one hour, so within two hours the second start is a true one.
  if (granularity === 'hour') return from - 2 * HOUR_MS;
  return firstInstantAt(floorOf(wallAt(from, timezone), granularity), timezone);
}

function nextStart(start: number, granularity: Granularity, timezone: string): number {
  const wall = wallAt(start, timezone);
  if (granularity === 'hour') {
    const fullHour = start + HOUR_MS - (wall % HOUR_MS);
    return clockChangeBetween(start, fullHour, timezone) ?? fullHour;
  }
  const length = granularity === 'day' ? DAY_MS : WEEK_MS;
  return firstInstantAt(floorOf(wall, granularity) + length, timezone);
}

/** The midnight at which the day or week of a wall time begins; for times after 1970. */
const floorOf = (wall: number, granularity: 'day' | 'week'): number =>
  granularity === 'day' ? wall - (wall % DAY_MS) : wall - ((wall - FIRST_MONDAY_MS) % WEEK_MS);
