import { resolveDateRange } from '../../../core/time/date-range.policy.js';
import type { RouteFigures } from '../rules/definition.js';

export type Query = Readonly<Record<string, string>>;

/** The instants that a figure covers; the end is exclusive. */
export interface Bounds {
  readonly from: Date;
  readonly to: Date;
  /** Null if unknown here, as for a billing period. */
  readonly timezone: string | null;
}

/** The path of a route with its parameters, and the rest of the query. */
export function addressOf(route: string, query: Query): string {
  const left = { ...query };
  const path = route.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = left[name] ?? '';
    delete left[name];
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams(left).toString();
  return search === '' ? path : `${path}?${search}`;
}

/** Routes of calls take dates. */
const CALLS = '/v1/calls/';

/**
 * The query with explicit dates, because defaults would mean another range a moment later.
 * @throws 422 naming the date or zone that cannot be read
 */
export function statedQuery({ route }: RouteFigures, query: Query, now: Date): Query {
  if (!route.startsWith(CALLS) || (query['start_date'] !== undefined && query['end_date'] !== undefined))
    return query;
  return { ...query, ...datesOf(rangeOf(query, now)) };
}

export function rangeOf(query: Query, now: Date): Bounds {
  return resolveDateRange(
    { start: query['start_date'], end: query['end_date'], timezone: query['timezone'] },
    now,
  );
}

/** As in routes of calls, the last instant belongs to the range. */
export const datesOf = ({ from, to }: Bounds): Query => ({
  start_date: from.toISOString(),
  end_date: new Date(to.getTime() - 1).toISOString(),
});

/** The part of a range that a bucket covers. @param starts of all buckets, in order */
export function bucketBounds(
  { from, to, timezone }: Bounds,
  starts: readonly string[],
  start: string,
): Bounds {
  const at = starts.indexOf(start);
  const next = starts[at + 1];
  return {
    from: new Date(Math.max(from.getTime(), Date.parse(start))),
    to: next === undefined ? to : new Date(next),
    timezone,
  };
}

/** Parameters that affect the form of a response, but not which calls it covers. */
const OF_ANSWER = ['granularity', 'recent_limit'];

/**
 * The query of the list that shows the calls of a figure; null if the request sets one of its
 * filters to another value.
 */
export function callsQuery(asked: Query, filter: Query, dates: Query): Query | null {
  if (Object.entries(filter).some(([name, value]) => (asked[name] ?? value) !== value)) return null;
  const kept = Object.entries(asked).filter(([name]) => !OF_ANSWER.includes(name));
  return { ...Object.fromEntries(kept), ...filter, ...dates };
}
