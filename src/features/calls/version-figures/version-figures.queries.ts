import type { BoundQuery } from '../../../core/database/unit-of-work/named-query.js';
import type { CallFilter } from '../filter/call-filter.js';
import { CallStatement } from '../filter/call-statement.js';
import { hasEndedSql } from '../../call-records/rules/call-sql.js';
import { OUTCOME_IDS, SENTIMENTS } from '../../call-records/rules/call-vocabulary.js';
import { factsOf, measureSet } from '../rollup/measures.js';

/** The hourly sums that make up those of a unit. */
export const VERSION_MEASURES = measureSet(
  'version_units',
  'total_calls',
  'failed_calls',
  'human_escalation_count',
  ...OUTCOME_IDS.map((it) => `outcome_${it}` as const),
  ...[...SENTIMENTS, 'unclassified' as const].map((it) => `sentiment_${it}` as const),
  'total_duration_seconds',
  'duration_known',
  'duration_seconds_squares',
  'total_cost_usd',
  'cost_usd_known',
  'cost_usd_squares',
  'total_ai_response_seconds',
  'ai_response_known',
  'ai_response_seconds_squares',
  'total_response_p50_ms',
  'response_times_known',
  'response_p50_ms_squares',
);

/**
 * Sums of the ended calls of a filter by version, direction, whether the version was inferred, and
 * unit of time, counted from 1. Whole hours come from the hourly sums; those that a unit divides, and
 * dirty ones, from their calls, in one snapshot. OFFSET 0 hides from PostgreSQL that units depend on
 * hours: it would expect as many groups as rows, and sort them all.
 * @param starts the first instants of the units
 * @param cutHours the hours that the units divide
 */
export function versionUnitsQuery(
  filter: CallFilter,
  versions: readonly number[],
  starts: readonly Date[],
  cutHours: readonly Date[],
): BoundQuery {
  const sql = new CallStatement(filter);
  const where = sql.where();
  const { measures } = VERSION_MEASURES;
  const [wanted, units, cut] = [sql.bind(versions), sql.bind(starts), sql.bind(cutHours)];
  const unitOf = (instant: string): string => `width_bucket(${instant}, ${units}::timestamptz[]) AS unit`;
  const list = (write: (measure: (typeof measures)[number]) => string): string =>
    measures.map(write).join(',\n            ');
  return sql.query(
    'version_units',
    `
WITH raw_hours AS MATERIALIZED (
     SELECT m.hour_utc FROM call_rollup_dirty_hours m
      WHERE ${sql.owner('m')} AND m.hour_utc > $3::timestamptz - interval '1 hour' AND m.hour_utc < $4
      UNION
     SELECT unnest(${cut}::timestamptz[])),
     parts AS (
     SELECT r.version_number, r.direction, r.is_inferred, r.unit,
            ${list((it) => `${it.combine}(r.${it.name}) AS ${it.name}`)}
       FROM (SELECT r.*, ${unitOf('r.hour_utc')}
               FROM call_rollups r
              WHERE ${sql.owner('r')} AND r.direction <> '' AND r.hour_utc >= $3 AND r.hour_utc < $4
                AND r.version_number = ANY (${wanted}::integer[]) AND r.has_ended
                AND r.hour_utc NOT IN (SELECT h.hour_utc FROM raw_hours h)
             OFFSET 0) r
      GROUP BY 1, 2, 3, 4
      UNION ALL
     SELECT c.version_number, c.direction, c.version_source IS NOT DISTINCT FROM 'inferred',
            ${unitOf('c.started_at_utc')},
            ${list((it) => `${it.ofCalls} AS ${it.name}`)}
       FROM raw_hours h
      CROSS JOIN LATERAL (
            SELECT c.* FROM calls c
             WHERE ${where} AND c.version_number = ANY (${wanted}::integer[]) AND ${hasEndedSql('c')}
               AND c.started_at_utc >= h.hour_utc AND c.started_at_utc < h.hour_utc + interval '1 hour'
            OFFSET 0) c${factsOf(measures)}
      GROUP BY 1, 2, 3, 4)
SELECT p.version_number, p.direction, p.is_inferred, p.unit,
       ${list((it) => `${it.combine}(p.${it.name}) AS ${it.name}`)}
  FROM parts p
 GROUP BY 1, 2, 3, 4
 ORDER BY 4`,
  );
}
