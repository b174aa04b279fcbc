import { sentimentSql } from './rules/call-sql.js';

/** SQL condition: the inbound call `c` was not answered. */
export const IS_MISSED_INBOUND = `c.call_status = 'missed' AND c.direction = 'inbound'`;

/** SQL of whether the caller of a call `c` was upset. */
export const IS_UPSET = `${sentimentSql('c')} = 'negative'`;

/** Conditions by which calls of many clients are counted at once; each is a filter of the list too. */
const COUNTED = {
  total: 'true',
  missed_inbound: IS_MISSED_INBOUND,
  upset: IS_UPSET,
} as const;
export type CountedCalls = keyof typeof COUNTED;
export const COUNTED_CALLS = Object.keys(COUNTED) as readonly CountedCalls[];

const sums = (of: (name: CountedCalls) => string): string =>
  COUNTED_CALLS.map((name) => `${of(name)}::integer AS ${name}`).join(', ');

/**
 * SQL that counts calls of many clients as (client_id, bucket, ...COUNTED_CALLS), in buckets that
 * begin at the instants of `starts` and end with the instant `end`; a bucket without calls is
 * missing. As in totals for one client, whole hours come from the hourly sums, and hours that
 * changed since or are only partly included come from the calls themselves, so the figures agree
 * with the list (calls-ingest 7.1). The sums do not distinguish directions: missed inbound calls
 * are all counted.
 * @param shown SQL of whether a project of a client counts
 */
export const callsOfClients = (names: {
  readonly starts: string;
  readonly end: string;
  readonly cutHours: string;
  readonly shown: (client: string, project: string) => string;
}): string => {
  const { starts, end, cutHours, shown } = names;
  const inRange = (column: string): string => `${column} >= (${starts})[1] AND ${column} < ${end}`;
  return `
WITH raw_hours AS MATERIALIZED (
     SELECT m.client_id, m.hour_utc FROM call_rollup_dirty_hours_of_clients m
      WHERE m.client_id = ANY ($1::text[]) AND m.data_env = $2
        AND m.hour_utc > (${starts})[1] - interval '1 hour' AND m.hour_utc < ${end}
      UNION
     SELECT a.client_id, h.hour_utc FROM unnest($1::text[]) AS a (client_id), unnest(${cutHours}) AS h (hour_utc)),
     parts AS (
     SELECT r.client_id, width_bucket(r.hour_utc, ${starts}) AS bucket,
            sum(r.total_calls) AS total, 0 AS missed_inbound, sum(r.sentiment_negative) AS upset
       FROM call_rollups_of_clients r
      WHERE r.client_id = ANY ($1::text[]) AND r.data_env = $2 AND ${inRange('r.hour_utc')}
        AND ${shown('r.client_id', 'r.project_id')}
        AND (r.client_id, r.hour_utc) NOT IN (SELECT h.client_id, h.hour_utc FROM raw_hours h)
      GROUP BY 1, 2
      UNION ALL
     SELECT h.client_id, width_bucket(c.started_at_utc, ${starts}), count(*), 0,
            count(*) FILTER (WHERE ${COUNTED.upset})
       FROM raw_hours h
       JOIN LATERAL (
            SELECT c.* FROM calls_of_clients c
             WHERE c.client_id = h.client_id AND c.data_env = $2 AND ${shown('c.client_id', 'c.project_id')}
               AND c.started_at_utc >= greatest(h.hour_utc, (${starts})[1])
               AND c.started_at_utc < least(h.hour_utc + interval '1 hour', ${end})
            OFFSET 0) c ON true
      GROUP BY 1, 2
      UNION ALL
     SELECT c.client_id, width_bucket(c.started_at_utc, ${starts}), 0, count(*), 0
       FROM calls_of_clients c
      WHERE c.client_id = ANY ($1::text[]) AND c.data_env = $2 AND ${COUNTED.missed_inbound}
        AND ${inRange('c.started_at_utc')} AND ${shown('c.client_id', 'c.project_id')}
      GROUP BY 1, 2)
SELECT p.client_id, p.bucket, ${sums((name) => `sum(p.${name})`)}
  FROM parts p
 GROUP BY 1, 2`;
};
