import type { BoundQuery } from '../../../core/database/unit-of-work/named-query.js';
import type { CallFilter } from '../filter/call-filter.js';
import { CallStatement } from '../filter/call-statement.js';
import { outcomeSql, sentimentSql } from '../../call-records/rules/call-sql.js';

export function recentCallsQuery(filter: CallFilter, limit: number): BoundQuery {
  const sql = new CallStatement(filter);
  return sql.query(
    'recent_calls',
    `
SELECT c.call_id,
       c.started_at_utc,
       c.duration_seconds,
       ${sentimentSql('c')} AS sentiment,
       ${outcomeSql('c')} AS outcome
  FROM calls c
 WHERE ${sql.where()}
 ORDER BY c.started_at_utc DESC, c.call_id DESC
 LIMIT ${sql.bind(limit)}`,
  );
}

export interface Matching {
  /** The current matching key; null if it is unavailable. */
  readonly keyId: string | null;
  /** The table with one row per call. */
  readonly lookback: Date;
}

/** The days at the edges of a range and of its look-back. */
export interface EdgeDays {
  readonly firstDayEnd: Date;
  readonly lastDayStart: Date;
  readonly lastDayEnd: Date;
  /** The end of the look-back's first day. */
  readonly oldestDayEnd: Date;
}

/**
 * Counts calls and callers without identifying them: of the range, of the callers that only its
 * first or last day adds, and of calls after the last day, which is today for an open range.
 */
export function callerMixQuery(filter: CallFilter, matching: Matching, edges: EdgeDays): BoundQuery {
  const sql = new CallStatement(filter);
  const all = sql.matching();
  const [keyId, lookback] = [sql.bind(matching.keyId), sql.bind(matching.lookback)];
  const [firstDayEnd, lastDayStart] = [sql.bind(edges.firstDayEnd), sql.bind(edges.lastDayStart)];
  const [oldestDayEnd, lastDayEnd] = [sql.bind(edges.oldestDayEnd), sql.bind(edges.lastDayEnd)];
  const isMatched = `g.caller_hash IS NOT NULL AND g.key_id = ${keyId} AND g.calls > 0`;
  const isReturning = 'g.calls + g.calls_before > 1';
  // A returning caller still returns without the day if a call of the range remains and one more is
  // known. A first day that is left out becomes part of the look-back, which loses its oldest day
  // instead.
  const returnsWithout = (day: string, unknown: string): string =>
    `g.calls > ${day} AND g.calls + g.calls_before - ${unknown} > 1`;
  return sql.query(
    'caller_mix',
    `
SELECT coalesce(sum(g.calls), 0) AS total_calls,
       coalesce(sum(g.calls) FILTER (WHERE g.caller_hash IS NOT NULL), 0) AS identified_calls,
       coalesce(sum(g.calls + g.calls_before)
                  FILTER (WHERE g.caller_hash IS NOT NULL AND g.key_id IS DISTINCT FROM ${keyId}), 0)
         AS foreign_key_calls,
       count(*) FILTER (WHERE ${isMatched}) AS unique_callers,
       count(*) FILTER (WHERE ${isMatched} AND ${isReturning}) AS returning_callers,
       count(*) FILTER (WHERE ${isMatched} AND NOT ${isReturning} AND g.first_day = 1) AS first_day_new,
       count(*) FILTER (WHERE ${isMatched} AND ${isReturning} AND NOT (${returnsWithout('g.first_day', 'g.oldest_day')}))
         AS first_day_returning,
       count(*) FILTER (WHERE ${isMatched} AND NOT ${isReturning} AND g.last_day = 1) AS last_day_new,
       count(*) FILTER (WHERE ${isMatched} AND ${isReturning} AND NOT (${returnsWithout('g.last_day', 'g.last_day')}))
         AS last_day_returning,
       coalesce(sum(g.later), 0) AS later_calls
  FROM (SELECT c.caller_hash,
               c.caller_hash_key_id AS key_id,
               count(*) FILTER (WHERE c.started_at_utc >= $3) AS calls,
               count(*) FILTER (WHERE c.started_at_utc < $3) AS calls_before,
               count(*) FILTER (WHERE c.started_at_utc >= $3 AND c.started_at_utc < ${firstDayEnd}) AS first_day,
               count(*) FILTER (WHERE c.started_at_utc >= ${lastDayStart}) AS last_day,
               count(*) FILTER (WHERE c.started_at_utc >= ${lastDayEnd}) AS later,
               count(*) FILTER (WHERE c.started_at_utc < ${oldestDayEnd}) AS oldest_day
          FROM calls c
         WHERE ${all} AND c.started_at_utc >= ${lookback} AND c.started_at_utc < $4
         GROUP BY 1, 2) g`,
  );
}

/**
 * The days of each caller's calls, without identities, from at most `limit` calls. Day 0 is the
 * first one of the range. PostgreSQL only compares instants: its time zones may be a different
 * release than those of this process, and PostgreSQL treats `CET` as an offset (requests 9.10).
 * @param dayStarts the first instant of each day from the look-back on, ascending
 */
export function callerDaysQuery(
  filter: CallFilter,
  matching: Matching,
  dayStarts: readonly Date[],
  limit: number,
): BoundQuery {
  const sql = new CallStatement(filter);
  const all = sql.matching();
  const [keyId, lookback] = [sql.bind(matching.keyId), sql.bind(matching.lookback)];
  const starts = sql.bind(dayStarts);
  return sql.query(
    'caller_days',
    `
SELECT array_agg(g.day ORDER BY g.day, g.solution) AS days,
       array_agg(g.solution ORDER BY g.day, g.solution) AS solutions
  FROM (SELECT c.caller_hash,
               width_bucket(c.started_at_utc, ${starts}::timestamptz[]) - width_bucket($3, ${starts}::timestamptz[]) AS day,
               coalesce(c.solution_id, '') AS solution
          FROM calls c
         WHERE ${all} AND c.started_at_utc >= ${lookback} AND c.started_at_utc < $4
           AND c.caller_hash IS NOT NULL AND c.caller_hash_key_id = ${keyId}
         LIMIT ${sql.bind(limit)}) g
 GROUP BY g.caller_hash`,
  );
}
