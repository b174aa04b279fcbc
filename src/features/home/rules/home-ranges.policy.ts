import {
  addLocalDays,
  DAY_MS,
  firstInstantAt,
  HOUR_MS,
  wallAt,
} from '../../../core/time/wall-clock.policy.js';

/** A range in the form that the routes of calls accept. */
export interface CallRange {
  readonly start_date: string;
  readonly end_date: string;
}

/** A range of days, and the same days a week earlier, up to the same time of day. */
export interface ComparedRange extends CallRange {
  readonly before: CallRange;
}

export const PERIODS = ['today', 'last_7_days'] as const;
export type Period = (typeof PERIODS)[number];

/**
 * The ranges of the home page, and the boundaries for which one read of calls covers all of them.
 */
export interface HomeRanges {
  readonly ranges: Readonly<Record<Period, ComparedRange>>;
  /** The first instants of the buckets. */
  readonly since: readonly Date[];
  /** Their ends, exclusive. */
  readonly until: readonly Date[];
  /** The hours that one of these instants divides. */
  readonly cutHours: readonly Date[];
}

/** The buckets, from 1, that make up each range and the previous one. */
export const BUCKETS: Readonly<Record<Period, { readonly now: number[]; readonly before: number[] }>> = {
  today: { now: [4], before: [2] },
  last_7_days: { now: [3, 4], before: [1, 2] },
};

/**
 * The ranges of the home page at an instant (home section 2). Today is compared with the same
 * weekday, because calls follow the days of the week, and up to the same time of day, because a day
 * that has just begun has fewer calls than a whole one.
 */
export function homeRanges(now: Date, timezone: string): HomeRanges {
  const at = now.getTime();
  const midnight = Math.floor(wallAt(at, timezone) / DAY_MS) * DAY_MS;
  const dayFrom = (days: number): number => firstInstantAt(midnight + days * DAY_MS, timezone);
  const sameTime = addLocalDays(at, -7, timezone) + 1;
  const since = [dayFrom(-13), dayFrom(-7), dayFrom(-6), dayFrom(0)];
  const until = [dayFrom(-7), sameTime, dayFrom(0), dayFrom(1)];
  const bounds = [...new Set([...since, ...until])];
  const date = (days: number): string => new Date(midnight + days * DAY_MS).toISOString().slice(0, 10);
  const before = (days: number): CallRange => ({
    start_date: new Date(dayFrom(days)).toISOString(),
    end_date: new Date(sameTime - 1).toISOString(),
  });
  return {
    ranges: {
      today: { start_date: date(0), end_date: date(0), before: before(-7) },
      last_7_days: { start_date: date(-6), end_date: date(0), before: before(-13) },
    },
    since: since.map((it) => new Date(it)),
    until: until.map((it) => new Date(it)),
    cutHours: bounds.filter((it) => it % HOUR_MS !== 0).map((it) => new Date(it - (it % HOUR_MS))),
  };
}
