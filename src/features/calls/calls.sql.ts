import { isDoneOfClients } from '../follow-up/follow-up.sql.js';
import { IS_MISSED_INBOUND, IS_UPSET } from '../call-records/call-records.sql.js';

/** Conditions for counting the calls of many clients at once; each is also a filter of the list. */
const COUNTED = {
  total: 'true',
  missed_inbound: `${IS_MISSED_INBOUND} AND NOT ${isDoneOfClients('c')}`,
  upset: IS_UPSET,
} as const;
export type CountedCalls = keyof typeof COUNTED;
export const COUNTED_CALLS = Object.keys(COUNTED) as readonly CountedCalls[];

const sums = (of: (name: CountedCalls) => string): string =>
  COUNTED_CALLS.map((name) => `${of(name)}::integer AS ${name}`).join(', ');

/**
 * SQL that counts calls of many clients as (client_id, bucket, ...COUNTED_CALLS), in buckets from
 * 1. As in totals for one client, hours that changed since they were summed, or that a bucket
 * divides, are counted from the calls, and all others from the hourly sums, so that the figures
 * agree with the list (calls-ingest 7.1). The sums distinguish neither directions nor follow-ups:
 * missed inbound calls are all counted, without those whose follow-up is done, which is asked once
 * for a call in several buckets. Each client reads its own part of an index, which holds all that is
 * counted.
 * @param clients a relation of the statement with `client_id`
 * @param since the first instants of the buckets, ascending
 * @param until their ends, exclusive
 * @param cutHours the hours that the buckets divide
 * @param shown SQL of whether a project of a client counts; `a` is the row of `clients`
 */
export const callsOfClients = (names: {
  readonly clients: string;
  readonly since: string;
  readonly until: string;
  readonly cutHours: string;
  readonly shown: (client: string, project: string) => string;
}): string => {
  const { clients, since, until, cutHours, shown } = names;
  const of = (row: string): string =>
    `${row}.client_id = a.client_id AND ${row}.data_env = $2 AND ${shown(`${row}.client_id`, `${row}.project_id`)}`;
  return `
WITH buckets AS MATERIALIZED (
     SELECT b.bucket, b.since, b.until FROM unnest(${since}, ${until}) WITH ORDINALITY AS b (since, until, bucket)),
     raw_hours AS MATERIALIZED (
     SELECT a.*, m.hour_utc
       FROM ${clients} a
      CROSS JOIN LATERAL (
            SELECT m.hour_utc FROM call_rollup_dirty_hours_of_clients m
             WHERE m.client_id = a.client_id AND m.data_env = $2
               AND m.hour_utc > (${since})[1] - interval '1 hour') m
      UNION
     SELECT a.*, h.hour_utc FROM ${clients} a, unnest(${cutHours}) AS h (hour_utc)),
     parts AS (
     SELECT a.client_id, b.bucket, k.total, 0 AS missed_inbound, k.upset
       FROM ${clients} a
      CROSS JOIN buckets b
      CROSS JOIN LATERAL (
            SELECT sum(r.total_calls) AS total, sum(r.sentiment_negative) AS upset
              FROM call_rollups_of_clients r
             WHERE ${of('r')} AND r.direction = '' AND r.hour_utc >= b.since AND r.hour_utc < b.until) k
      UNION ALL
     SELECT a.client_id, b.bucket, -k.total, 0, -k.upset
       FROM raw_hours a
       JOIN buckets b ON a.hour_utc >= b.since AND a.hour_utc < b.until
      CROSS JOIN LATERAL (
            SELECT sum(r.total_calls) AS total, sum(r.sentiment_negative) AS upset
              FROM call_rollups_of_clients r
             WHERE ${of('r')} AND r.direction = '' AND r.hour_utc = a.hour_utc) k
      UNION ALL
     SELECT a.client_id, b.bucket, k.total, 0, k.upset
       FROM raw_hours a
       JOIN buckets b ON a.hour_utc > b.since - interval '1 hour' AND a.hour_utc < b.until
      CROSS JOIN LATERAL (
            SELECT count(*) AS total, count(*) FILTER (WHERE ${COUNTED.upset}) AS upset
              FROM calls_of_clients c
             WHERE ${of('c')} AND c.started_at_utc >= greatest(a.hour_utc, b.since)
               AND c.started_at_utc < least(a.hour_utc + interval '1 hour', b.until)) k
      UNION ALL
     SELECT a.client_id, b.bucket, 0, count(*), 0
       FROM ${clients} a
      CROSS JOIN LATERAL (
            SELECT c.started_at_utc
              FROM calls_of_clients c
             WHERE ${of('c')} AND ${COUNTED.missed_inbound} AND c.started_at_utc >= (${since})[1]
               AND c.started_at_utc < (SELECT max(b.until) FROM buckets b)) k
       JOIN buckets b ON k.started_at_utc >= b.since AND k.started_at_utc < b.until
      GROUP BY 1, 2)
SELECT p.client_id, p.bucket, ${sums((name) => `coalesce(sum(p.${name}), 0)`)}
  FROM parts p
 GROUP BY 1, 2`;
};
