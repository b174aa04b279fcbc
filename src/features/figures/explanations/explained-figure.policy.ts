import type { Definition, LeftOut, RouteFigures } from '../rules/definition.js';
import { valueAt } from '../rules/figure-path.policy.js';
import {
  bucketBounds,
  callsQuery,
  datesOf,
  rangeOf,
  type Bounds,
  type Query,
} from './explained-query.policy.js';

/** A figure in the response of its route. */
export interface Found {
  readonly of: RouteFigures;
  readonly definition: Definition;
  readonly keys: readonly string[];
  /** With explicit dates. */
  readonly query: Query;
  readonly body: Readonly<Record<string, unknown>>;
  readonly now: Date;
}

/** The query of the list of calls for a figure, and the instants it covers; null if no list shows it. */
export interface Covered {
  readonly bounds: Bounds | null;
  readonly calls: Query | null;
}

/** The call list's maximum range in days (requests 9.6), minus one for daylight-saving changes. */
const MOST_DAYS = 399;
const DAY_MS = 86_400_000;

/** The instants and calls of a figure (figures 2.4, 2.6). */
export function coveredBy(found: Found): Covered {
  const { of, definition, keys, query, body, now } = found;
  const filter = definition.calls?.(...keys) ?? null;
  const zone = definition.zone ?? of.zone;
  if (of.name === 'home' && zone === 'range') return ofHome(found, filter);
  if (of.name === 'campaign_report') {
    const dates = datesOf({ from: new Date(now.getTime() - MOST_DAYS * DAY_MS), to: now, timezone: 'UTC' });
    return { bounds: null, calls: filter && callsQuery(query, filter, dates) };
  }
  if (zone === 'period') return { bounds: periodOf(body), calls: null };
  if (zone !== 'range') return { bounds: null, calls: null };
  const range = rangeOf(query, now);
  if (!definition.figure.startsWith('buckets[')) {
    return { bounds: range, calls: filter && callsQuery(query, filter, {}) };
  }
  const starts = (body['buckets'] as readonly { readonly start_utc: string }[]).map((it) => it.start_utc);
  const bounds = bucketBounds(range, starts, keys[0]!);
  return { bounds, calls: filter && callsQuery(query, filter, datesOf(bounds)) };
}

function ofHome({ definition, keys, body, now }: Found, filter: Query | null): Covered {
  // As in `items[client_id].calls.today.total.before`.
  const [period, , end] = definition.figure.split('.').slice(-3);
  const path = `ranges.${period!}${end === 'before' ? '.before' : ''}`;
  const { start_date, end_date } = valueAt(body, path, []) as Query;
  const dates = { start_date: start_date!, end_date: end_date!, timezone: String(body['timezone']) };
  return {
    bounds: rangeOf(dates, now),
    calls: filter && { client_id: keys[0]!, ...dates, ...filter },
  };
}

function periodOf(body: Found['body']): Bounds {
  const at = (name: string): Date => new Date(String(valueAt(body, `billing.${name}`, [])));
  const metered = valueAt(body, 'billing.metered_from_utc', []) as string | undefined;
  return {
    from: metered === undefined ? at('billing_period_start') : new Date(metered),
    to: at('billing_period_end'),
    timezone: null,
  };
}

/** The age of a figure; null if its route does not state it. */
export function asOf({ of, definition, keys, body, now }: Found): string | null {
  if ((definition.freshness ?? of.freshness) === 'closed_hours') {
    const ofLine = definition.figure.startsWith('billing.metered_usage_lines');
    const path = ofLine
      ? 'billing.metered_usage_lines[meter_id].usage_freshness_utc'
      : 'billing.metered_usage.usage_freshness_utc';
    return (valueAt(body, path, keys) as string | null | undefined) ?? null;
  }
  const said = body['as_of_utc'] ?? body['generated_at_utc'];
  return typeof said === 'string' ? said : now.toISOString();
}

/** How many calls a figure excludes for a reason; null if no route counts them. */
export function countLeftOut(
  reason: LeftOut,
  found: Found,
  value: unknown,
  listed: number | null,
): number | null {
  if (listed === null) return null;
  if (reason === 'long_ago') return typeof value === 'number' ? Math.max(0, value - listed) : null;
  if (reason !== 'no_duration') return null;
  const all = found.of.name === 'campaign_report' ? 'total' : 'total_calls';
  const total = valueAt(
    found.body,
    [...found.definition.figure.split('.').slice(0, -1), all].join('.'),
    found.keys,
  );
  return typeof total === 'number' ? Math.max(0, total - listed) : null;
}
