import { namedQuery, type NamedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { hasEndedSql } from '../../call-records/rules/call-sql.js';
import { factsOf, MEASURES } from './measures.js';

const LOCK_KEY = `hashtextextended('call-rollup ' || $1 || ' ' || $2, 0)`;

/** Allows one refresh of a tenant at a time; `locked` is false while another one runs. */
export const LOCK_ROLLUP = namedQuery('rollup_lock')`SELECT pg_try_advisory_xact_lock(${LOCK_KEY}) AS locked`;

/** The same for callers that must run the refresh themselves. */
export const AWAIT_ROLLUP_LOCK = namedQuery('rollup_lock_await')`SELECT pg_advisory_xact_lock(${LOCK_KEY})`;

/**
 * Keeps retention from dropping months until the transaction ends. Otherwise a dirty hour could
 * outlive its calls, and its sums would be lost.
 */
export const HOLD_RETENTION: NamedQuery = {
  name: 'rollup_hold_retention',
  ofStore: true,
  text: `SELECT open_call_months('{}')`,
};

const columns = MEASURES.map(({ name }) => name).join(', ');
const KEY =
  'client_id, data_env, project_id, hour_utc, solution_id, version_number, direction, is_inferred, has_ended';

/**
 * Sums at most $3 dirty hours again, of all calls and of each version, and deletes the dirty rows it
 * has seen; returns the number of hours. One statement and one snapshot: it does not see a concurrent change, nor that change's
 * dirty row, which therefore stays.
 */
export const REFRESH_ROLLUP = namedQuery('rollup_refresh')`
WITH hours AS MATERIALIZED (
     SELECT m.project_id, m.hour_utc FROM call_rollup_dirty_hours m
      WHERE m.client_id = $1 AND m.data_env = $2
      GROUP BY 1, 2 ORDER BY 1, 2 LIMIT $3),
     bounds AS MATERIALIZED (
     SELECT min(hour_utc) AS first, max(hour_utc) + interval '1 hour' AS after FROM hours),
     seen AS (
     DELETE FROM call_rollup_dirty_hours m USING hours h
      WHERE m.client_id = $1 AND m.data_env = $2 AND m.project_id = h.project_id AND m.hour_utc = h.hour_utc),
     sums AS MATERIALIZED (
     SELECT h.project_id, h.hour_utc, c.of_solution AS solution_id,
            coalesce(c.of_version, 0) AS version_number, coalesce(c.of_direction, '') AS direction,
            coalesce(c.was_inferred, false) AS is_inferred, coalesce(c.was_ended, true) AS has_ended,
            ${MEASURES.map((it) => `${it.ofCalls} AS ${it.name}`).join(',\n            ')}
       FROM hours h
      CROSS JOIN LATERAL (
            SELECT c.*, coalesce(c.solution_id, '') AS of_solution, coalesce(c.version_number, 0) AS of_version,
                   c.direction AS of_direction, c.version_source IS NOT DISTINCT FROM 'inferred' AS was_inferred,
                   ${hasEndedSql('c')} AS was_ended
              FROM calls c
             WHERE c.client_id = $1 AND c.data_env = $2 AND c.project_id = h.project_id
               AND c.started_at_utc >= h.hour_utc AND c.started_at_utc < h.hour_utc + interval '1 hour'
               AND c.started_at_utc >= (SELECT first FROM bounds) AND c.started_at_utc < (SELECT after FROM bounds)
            OFFSET 0) c${factsOf(MEASURES)}
      GROUP BY GROUPING SETS ((h.project_id, h.hour_utc, c.of_solution),
                              (h.project_id, h.hour_utc, c.of_solution, c.of_version, c.of_direction, c.was_inferred, c.was_ended))),
     emptied AS (
     DELETE FROM call_rollups r USING hours h
      WHERE r.client_id = $1 AND r.data_env = $2 AND r.project_id = h.project_id AND r.hour_utc = h.hour_utc
        AND NOT EXISTS (SELECT FROM sums s
                         WHERE s.project_id = r.project_id AND s.hour_utc = r.hour_utc AND s.solution_id = r.solution_id
                           AND s.version_number = r.version_number AND s.direction = r.direction
                           AND s.is_inferred = r.is_inferred AND s.has_ended = r.has_ended)),
     written AS (
     INSERT INTO call_rollups (${KEY}, ${columns})
     SELECT $1, $2, s.* FROM sums s
         ON CONFLICT (${KEY}) DO UPDATE SET
            ${MEASURES.map(({ name }) => `${name} = excluded.${name}`).join(', ')})
SELECT count(*)::integer AS hours FROM hours`;

/**
 * Marks the hours of a tenant from $3 up to $4 as dirty if they have calls or sums and their calls
 * are still kept; returns their number.
 */
export const MARK_ALL_HOURS = namedQuery('rollup_mark_all')`
WITH marked AS (
INSERT INTO call_rollup_dirty_hours (client_id, data_env, project_id, hour_utc)
SELECT $1, $2, k.project_id, k.hour_utc
  FROM (SELECT c.project_id, date_trunc('hour', c.started_at_utc, 'UTC') AS hour_utc FROM calls c
         WHERE c.client_id = $1 AND c.data_env = $2 AND c.started_at_utc >= $3 AND c.started_at_utc < $4
         UNION
        SELECT r.project_id, r.hour_utc FROM call_rollups r
         WHERE r.client_id = $1 AND r.data_env = $2 AND r.hour_utc >= $3 AND r.hour_utc < $4) k
 WHERE k.hour_utc >= (SELECT kept_from FROM call_retention)
RETURNING 1)
SELECT count(*)::integer AS hours FROM marked`;

/** Marks hours of a tenant from $3 to $4 that have calls and no sums; returns their number. */
export const MARK_MISSING_HOURS = namedQuery('rollup_mark_missing')`
WITH marked AS (
INSERT INTO call_rollup_dirty_hours (client_id, data_env, project_id, hour_utc)
SELECT $1, $2, k.project_id, k.hour_utc
  FROM (SELECT DISTINCT c.project_id, date_trunc('hour', c.started_at_utc, 'UTC') AS hour_utc FROM calls c
         WHERE c.client_id = $1 AND c.data_env = $2 AND c.started_at_utc >= $3 AND c.started_at_utc < $4) k
 WHERE k.hour_utc >= (SELECT kept_from FROM call_retention)
   AND NOT EXISTS (SELECT FROM call_rollups r
                    WHERE r.client_id = $1 AND r.data_env = $2 AND r.project_id = k.project_id AND r.hour_utc = k.hour_utc)
RETURNING 1)
SELECT count(*)::integer AS hours FROM marked`;

/** Appends these dirty hours: $3 project ids, $4 the hours. */
export const APPEND_DIRTY_HOURS = namedQuery('rollup_dirty_hours_append')`
INSERT INTO call_rollup_dirty_hours (client_id, data_env, project_id, hour_utc)
SELECT $1, $2, project_id, hour_utc FROM unnest($3::text[], $4::timestamptz[]) AS changed (project_id, hour_utc)`;
