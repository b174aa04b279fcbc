import type { BoundQuery } from '../../../core/database/unit-of-work/named-query.js';
import type { CallFilter } from '../filter/call-filter.js';
import { CallStatement } from '../filter/call-statement.js';
import { factsOf, type Measure, type MeasureSet } from './measures.js';

/** The measures to sum over a filter's calls, and the boundaries that divide the range. */
export interface CallTotalsQuery {
  readonly filter: CallFilter;
  readonly set: MeasureSet;
  /** The first instants of the buckets. */
  readonly starts: readonly Date[];
  /**
   * The column of the hourly sums that already applies the filter's conditions; then only
   * `total_calls` may be read.
   */
  readonly countedBy?: string | undefined;
}

/**
 * Sums per bucket from call_rollups alone, for bounds at full hours. Most responses use it, and
 * PostgreSQL plans it in a fraction of the time that the tables of calls take. `is_dirty` says that
 * an hour of the range has changed since, so that the sums are not valid. At least one row, with
 * bucket null if there are no sums.
 */
export function wholeHoursQuery(sums: CallTotalsQuery): BoundQuery {
  const sql = new CallStatement(sums.filter);
  // A single bucket needs no grouping, which saves a quarter of the time.
  const isWhole = sums.starts.length === 1;
  const bucket = isWhole ? '1' : bucketAmong(sql.bind(sums.starts));
  return sql.query(
    `hours_${sums.set.name}${isWhole ? '_whole' : ''}`,
    `
SELECT w.is_dirty, t.*
  FROM (SELECT EXISTS (SELECT FROM call_rollup_dirty_hours m
                        WHERE ${sql.owner('m')} AND m.hour_utc >= $3 AND m.hour_utc < $4) AS is_dirty) w
  LEFT JOIN (
       ${rolledSums(sql, bucket, sums)}
        GROUP BY 1) t ON true`,
  );
}

const bucketAmong = (starts: string): string => `width_bucket(r.hour_utc, ${starts}::timestamptz[])`;

const rolledSums = (
  sql: CallStatement,
  bucket: string,
  { set, countedBy }: CallTotalsQuery,
): string => `SELECT ${bucket} AS bucket,
            ${list(set.measures, (it) => `${it.combine}(r.${countedBy ?? it.name}) AS ${it.name}`)}
       FROM call_rollups r
      WHERE ${sql.summed()} AND r.hour_utc >= $3 AND r.hour_utc < $4`;

/**
 * Sums per bucket, one row for each bucket that has calls, counted from 1.
 *
 * Whole hours come from call_rollups. Partial hours at the bounds, and dirty ones, are read from
 * the calls. It is one statement, so it sees one snapshot, in which a clean hour equals its calls.
 * @param cutHours the partial hours at the bounds
 */
export function rolledTotalsQuery(sums: CallTotalsQuery, cutHours: readonly Date[]): BoundQuery {
  const sql = new CallStatement(sums.filter);
  const where = sql.where();
  const [starts, cut] = [sql.bind(sums.starts), sql.bind(cutHours)];
  const { measures } = sums.set;
  return sql.query(
    `totals_${sums.set.name}`,
    `
WITH raw_hours AS MATERIALIZED (
     SELECT m.hour_utc FROM call_rollup_dirty_hours m
      WHERE ${sql.owner('m')} AND m.hour_utc > $3::timestamptz - interval '1 hour' AND m.hour_utc < $4
      UNION
     SELECT unnest(${cut}::timestamptz[])),
     parts AS (
     ${rolledSums(sql, bucketAmong(starts), sums)}
        AND NOT EXISTS (SELECT FROM raw_hours h WHERE h.hour_utc = r.hour_utc)
      GROUP BY 1
      UNION ALL
     SELECT width_bucket(c.started_at_utc, ${starts}::timestamptz[]) AS bucket,
            ${list(measures, (it) => `${it.ofCalls} AS ${it.name}`)}
       FROM raw_hours h
      CROSS JOIN LATERAL (
            SELECT c.* FROM calls c
             WHERE ${where}
               AND c.started_at_utc >= h.hour_utc AND c.started_at_utc < h.hour_utc + interval '1 hour'
            OFFSET 0) c${factsOf(measures)}
      GROUP BY 1)
SELECT p.bucket,
       ${list(measures, (it) => `${it.combine}(p.${it.name}) AS ${it.name}`)}
  FROM parts p
 GROUP BY p.bucket`,
  );
}

/** The same from the calls, for filters whose conditions the sums do not distinguish. */
export function rawTotalsQuery({ filter, set, starts }: CallTotalsQuery): BoundQuery {
  const sql = new CallStatement(filter);
  const where = sql.where();
  return sql.query(
    `raw_totals_${set.name}`,
    `
SELECT width_bucket(c.started_at_utc, ${sql.bind(starts)}::timestamptz[]) AS bucket,
       ${list(set.measures, (it) => `${it.ofCalls} AS ${it.name}`)}
  FROM calls c${factsOf(set.measures)}
 WHERE ${where}
 GROUP BY 1`,
  );
}

const list = (measures: readonly Measure[], write: (measure: Measure) => string): string =>
  measures.map(write).join(',\n            ');
