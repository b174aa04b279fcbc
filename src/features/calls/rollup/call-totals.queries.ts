import type { NamedQuery } from '../../../core/tenancy/store-client.js';
import type { ScopeSql } from '../scope/call-scope.js';
import { factsOf } from './measures.js';
import type { Measure, MeasureSet } from './measures.js';

/**
 * Sums of a scope per bucket from call_rollups alone, for bounds that cut no hour: most answers are read so, and
 * PostgreSQL plans it in a fraction of the time that the tables of calls take. `marked` says that an hour of the
 * range has changed since, and that the sums do not hold. At least one row, with bucket null where there are no sums.
 *
 * The statement's own parameter is the first instants of the buckets.
 */
export function wholeHoursQuery(scope: ScopeSql, set: MeasureSet, countedBy?: string): NamedQuery {
  return {
    name: countedBy === undefined ? scope.name(`hours_${set.name}`) : '',
    text: `
SELECT w.marked, t.*
  FROM (SELECT EXISTS (SELECT FROM call_rollup_marks m
                        WHERE ${scope.owner('m')} AND m.hour_utc >= $3 AND m.hour_utc < $4) AS marked) w
  LEFT JOIN (
       ${rolledSums(scope, set, countedBy)}
        GROUP BY 1) t ON true`,
  };
}

const rolledSums = (
  scope: ScopeSql,
  set: MeasureSet,
  countedBy?: string,
): string => `SELECT width_bucket(r.hour_utc, $${scope.next}::timestamptz[]) AS bucket,
            ${list(set.measures, (it) => `${it.combine}(r.${countedBy ?? it.name}) AS ${it.name}`)}
       FROM call_rollups r
      WHERE ${scope.ownerAndSolution('r')} AND r.hour_utc >= $3 AND r.hour_utc < $4`;

/**
 * Sums of a scope per bucket, one row for each bucket that has calls, counted from 1.
 *
 * Whole hours come from call_rollups. Read from the calls themselves are the hours that a bound cuts, and those
 * with a mark: something in them has changed since they were summed up. All of it is one statement, so it sees
 * one snapshot, and in that snapshot an hour without a mark equals its calls.
 *
 * The statement's own parameters are the first instants of the buckets and the hours that a bound cuts.
 * @param countedBy the one column that stands for a filter of the scope; then only `total_calls` may be asked for
 */
export function rolledTotalsQuery(scope: ScopeSql, set: MeasureSet, countedBy?: string): NamedQuery {
  const [starts, cut] = [`$${scope.next}::timestamptz[]`, `$${scope.next + 1}::timestamptz[]`];
  return {
    name: countedBy === undefined ? scope.name(`totals_${set.name}`) : '',
    text: `
WITH raw_hours AS MATERIALIZED (
     SELECT m.hour_utc FROM call_rollup_marks m
      WHERE ${scope.owner('m')} AND m.hour_utc > $3::timestamptz - interval '1 hour' AND m.hour_utc < $4
      UNION
     SELECT unnest(${cut})),
     parts AS (
     ${rolledSums(scope, set, countedBy)}
        AND NOT EXISTS (SELECT FROM raw_hours h WHERE h.hour_utc = r.hour_utc)
      GROUP BY 1
      UNION ALL
     SELECT width_bucket(c.started_at_utc, ${starts}) AS bucket,
            ${list(set.measures, (it) => `${it.ofCalls} AS ${it.name}`)}
       FROM raw_hours h
      CROSS JOIN LATERAL (
            SELECT c.* FROM calls c
             WHERE ${scope.where}
               AND c.started_at_utc >= h.hour_utc AND c.started_at_utc < h.hour_utc + interval '1 hour'
            OFFSET 0) c${factsOf(set.measures)}
      GROUP BY 1)
SELECT p.bucket,
       ${list(set.measures, (it) => `${it.combine}(p.${it.name}) AS ${it.name}`)}
  FROM parts p
 GROUP BY p.bucket`,
  };
}

/** The same from the calls alone, for scopes whose filter the hourly sums do not tell apart. */
export function rawTotalsQuery(scope: ScopeSql, set: MeasureSet): NamedQuery {
  return {
    name: scope.name(`raw_totals_${set.name}`),
    text: `
SELECT width_bucket(c.started_at_utc, $${scope.next}::timestamptz[]) AS bucket,
       ${list(set.measures, (it) => `${it.ofCalls} AS ${it.name}`)}
  FROM calls c${factsOf(set.measures)}
 WHERE ${scope.where}
 GROUP BY 1`,
  };
}

const list = (sums: readonly Measure[], write: (sum: Measure) => string): string =>
  sums.map(write).join(',\n            ');
