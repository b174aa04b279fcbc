import { resolveDateRange } from '../../../core/time/date-range.policy.js';
import type { RouteFigures } from '../rules/definition.js';

/** A query as texts. */
export type Query = Readonly<Record<string, string>>;

/** The instants that a figure covers; the end no longer belongs to it. */
export interface Bounds {
  readonly from: Date;
  readonly to: Date;
  /** Null: it is not known here, such as that of a billing period. */
  readonly timezone: string | null;
}

/** The path of a route with its parameters, and what is left of the query. */
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
 * The query with its dates said: what it leaves open would mean another range a moment later.
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

/** As the routes of calls take dates: the last instant belongs to the range. */
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

/** Parameters of routes that say how an answer is cut, and not which calls it has. */
const OF_ANSWER = ['granularity', 'recent_limit'];

/**
 * The query of the list that has the calls of a figure; null where one of its filters is asked for
 * with another value, so that no list has them.
 */
export function callsQuery(asked: Query, filter: Query, dates: Query): Query | null {
  if (Object.entries(filter).some(([name, value]) => (asked[name] ?? value) !== value)) return null;
  const kept = Object.entries(asked).filter(([name]) => !OF_ANSWER.includes(name));
  return { ...Object.fromEntries(kept), ...filter, ...dates };
}
