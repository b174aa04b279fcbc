import { namedQuery, type NamedQuery } from '../database/unit-of-work/named-query.js';

// Every statement names client_id ($1), data_env ($2) and kind ($3), as the keys of the table
// begin.
const OF_KIND = 'client_id = $1 AND data_env = $2 AND kind = $3';
const ofKind = (alias: string): string =>
  `${alias}.client_id = $1 AND ${alias}.data_env = $2 AND ${alias}.kind = $3`;

/**
 * Leases the marks of the common table expression `free`. They are passed as an array: after a
 * burst PostgreSQL has no statistics of them yet, and a join would compare each of them with every
 * waiting mark. The leased marks come back in the order in which they were appended.
 */
const LEASE = `
     lease AS MATERIALIZED (SELECT nextval('work_lease_tokens') AS token),
     taken AS (
     UPDATE work_marks m
        SET lease_token = lease.token, ready_at = now() + $5 * interval '1 millisecond', attempts = m.attempts + 1
       FROM lease
      WHERE ${ofKind('m')} AND m.mark_id = ANY (ARRAY(SELECT mark_id FROM free))
  RETURNING m.mark_id, m.key, m.payload, m.attempts, m.lease_token,
            (extract(epoch FROM now() - old.ready_at) * 1000)::double precision AS waited_ms)
SELECT * FROM taken ORDER BY mark_id`;

/**
 * Takes at most $4 ready marks, for $5 milliseconds. It skips marks that another relay is just
 * taking.
 */
export const TAKE_MARKS = namedQuery('work_marks_take')`
WITH free AS MATERIALIZED (
     SELECT m.mark_id FROM work_marks m
      WHERE ${ofKind('m')} AND m.ready_at <= now()
      ORDER BY m.ready_at, m.mark_id LIMIT $4 FOR UPDATE SKIP LOCKED),${LEASE}`;

/**
 * Precedes TAKE_MARKS_IN_ORDER in its transaction. Without statistics of the marks, PostgreSQL
 * estimates the same cost for finding the earliest mark of a key on the primary key, past all other
 * marks, and on the index by key. Only the index by key returns the rows in the order of the
 * answer, so it remains when sorting is off.
 */
export const READ_IN_ORDER: NamedQuery = {
  name: 'work_marks_read_in_order',
  ofStore: true,
  text: `SELECT set_config('enable_sort', 'off', true)`,
};

/**
 * The same for kinds that are worked in order: a mark is taken only together with, or after, all
 * earlier marks of its key. It skips a key whose first mark is leased or waits for its next
 * attempt. An earlier mark that was not locked here is just being taken or finished, or is put off.
 * The check of those uses the snapshot of the statement, which does not show a lease that was taken
 * since. Most marks are the earliest of their key in that snapshot, and need no further check.
 */
export const TAKE_MARKS_IN_ORDER = namedQuery('work_marks_take_in_order')`
WITH ready AS MATERIALIZED (
     SELECT m.mark_id, m.key, earliest.mark_id AS earliest
       FROM work_marks m
       LEFT JOIN LATERAL (
            SELECT e.mark_id, e.ready_at FROM work_marks e WHERE ${ofKind('e')} AND e.key >= m.key
             ORDER BY e.key, e.mark_id LIMIT 1) earliest ON true
      WHERE ${ofKind('m')} AND m.ready_at <= now() AND (m.key IS NULL OR earliest.ready_at <= now())
      ORDER BY m.mark_id LIMIT $4 FOR UPDATE OF m SKIP LOCKED),
     behind AS MATERIALIZED (
     SELECT r.mark_id, r.key, CASE WHEN r.earliest < r.mark_id THEN (
            SELECT CASE WHEN e.key = r.key THEN e.mark_id END FROM work_marks e
             WHERE ${ofKind('e')} AND e.key <= r.key AND (e.key, e.mark_id) < (r.key, r.mark_id)
             ORDER BY e.key DESC, e.mark_id DESC LIMIT 1) END AS before
       FROM ready r),
     free AS MATERIALIZED (
     SELECT c.mark_id FROM (
            SELECT b.mark_id, bool_and(b.before IS NULL OR b.before = ANY (ARRAY(SELECT mark_id FROM ready)))
                     OVER (PARTITION BY b.key ORDER BY b.mark_id) AS is_next
              FROM behind b) c
      WHERE c.is_next),${LEASE}`;

// Marks $4 under the lease $5, as long as it lasts. The clock is the store's, the same for all
// holders.
const LEASED = `${OF_KIND} AND mark_id = ANY($4::bigint[]) AND lease_token = $5 AND ready_at > clock_timestamp()`;

/**
 * Counts the marks that are still under their lease; none of them can be taken until the
 * transaction ends.
 */
export const HOLD_MARKS = namedQuery('work_marks_hold')`
    SELECT count(*)::integer AS marks FROM (SELECT FROM work_marks WHERE ${LEASED} FOR UPDATE) held`;

/** Deletes the marks that are still under their lease, and says how many. */
export const DELETE_MARKS = namedQuery('work_marks_delete')`
WITH done AS (DELETE FROM work_marks WHERE ${LEASED} RETURNING 1)
SELECT count(*)::integer AS marks FROM done`;

/** Gives back marks $4 of the lease $5 that nothing was tried with. */
export const RELEASE_MARKS = namedQuery('work_marks_release')`
UPDATE work_marks SET lease_token = NULL, ready_at = now(), attempts = attempts - 1
 WHERE ${OF_KIND} AND mark_id = ANY($4::bigint[]) AND lease_token = $5`;

/**
 * Delays marks $4 of the lease $5, each by its milliseconds in $6, and moves those with null there
 * to the dead letters, for the reason $7. Marks that another holder has taken meanwhile stay with
 * it.
 */
export const FAIL_MARKS = namedQuery('work_marks_fail')`
WITH failed AS MATERIALIZED (
     SELECT f.mark_id, f.pause_ms FROM unnest($4::bigint[], $6::double precision[]) AS f (mark_id, pause_ms)),
     put_off AS (
     UPDATE work_marks m SET lease_token = NULL, ready_at = now() + f.pause_ms * interval '1 millisecond'
       FROM failed f
      WHERE ${ofKind('m')} AND m.mark_id = f.mark_id AND m.lease_token = $5 AND f.pause_ms IS NOT NULL),
     dead AS (
     DELETE FROM work_marks m USING failed f
      WHERE ${ofKind('m')} AND m.mark_id = f.mark_id AND m.lease_token = $5 AND f.pause_ms IS NULL
  RETURNING m.mark_id, m.key, m.payload, m.appended_at, m.attempts)
INSERT INTO work_dead_letters (client_id, data_env, kind, mark_id, key, payload, appended_at, attempts, reason)
SELECT $1, $2, $3, mark_id, key, payload, appended_at, attempts, $7 FROM dead`;

/** Tenants and kinds with due work in this store, for a relay that is bound to no tenant. */
export const WORK_DUE = 'SELECT client_id, data_env, kind FROM work_due()';

/** How much work of each kind there is in this store. */
export const WORK_DEPTH =
  'SELECT kind, due::float8, later::float8, dead::float8, oldest_due_seconds FROM work_depth()';
