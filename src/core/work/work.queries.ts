import { namedQuery, type NamedQuery } from '../database/unit-of-work/named-query.js';

// Every statement names client_id ($1), data_env ($2) and kind ($3), with which the table's keys
// begin.
const OF_KIND = 'client_id = $1 AND data_env = $2 AND kind = $3';
const ofKind = (alias: string): string =>
  `${alias}.client_id = $1 AND ${alias}.data_env = $2 AND ${alias}.kind = $3`;

/**
 * Leases the work items of the common table expression `free`, in their order. As an array: after a
 * burst, PostgreSQL has no statistics for them, and a join would compare each with every waiting
 * one.
 */
const LEASE = `
     lease AS MATERIALIZED (SELECT nextval('work_lease_tokens') AS token),
     taken AS (
     UPDATE work_items m
        SET lease_token = lease.token, ready_at = now() + $5 * interval '1 millisecond', attempts = m.attempts + 1
       FROM lease
      WHERE ${ofKind('m')} AND m.item_id = ANY (ARRAY(SELECT item_id FROM free))
  RETURNING m.item_id, m.key, m.payload, m.attempts, m.lease_token, m.request_id, m.traceparent,
            (extract(epoch FROM now() - old.ready_at) * 1000)::double precision AS waited_ms)
SELECT * FROM taken ORDER BY item_id`;

/** Takes at most $4 ready work items, for $5 milliseconds, without those that another relay is taking. */
export const CLAIM_ITEMS = namedQuery('work_items_claim')`
WITH free AS MATERIALIZED (
     SELECT m.item_id FROM work_items m
      WHERE ${ofKind('m')} AND m.ready_at <= now()
      ORDER BY m.ready_at, m.item_id LIMIT $4 FOR UPDATE SKIP LOCKED),${LEASE}`;

/**
 * Precedes CLAIM_ITEMS_IN_ORDER. Without statistics, PostgreSQL estimates the same cost for the
 * primary key, which scans all other work items, and for the index by key. Only the latter returns
 * rows in order, so it is used if sorting is off.
 */
export const READ_IN_ORDER: NamedQuery = {
  name: 'work_items_read_in_order',
  ofStore: true,
  text: `SELECT set_config('enable_sort', 'off', true)`,
};

/**
 * The same for ordered kinds: a work item is leased only together with, or after, all earlier ones
 * of its key, and not if the first is leased or waits. An earlier one that was not locked here is
 * being leased, finished or rescheduled; that check uses the statement's snapshot, which shows no
 * later lease. Most work items are the earliest of their key in it and need no further check.
 */
export const CLAIM_ITEMS_IN_ORDER = namedQuery('work_items_claim_in_order')`
WITH ready AS MATERIALIZED (
     SELECT m.item_id, m.key, earliest.item_id AS earliest
       FROM work_items m
       LEFT JOIN LATERAL (
            SELECT e.item_id, e.ready_at FROM work_items e WHERE ${ofKind('e')} AND e.key >= m.key
             ORDER BY e.key, e.item_id LIMIT 1) earliest ON true
      WHERE ${ofKind('m')} AND m.ready_at <= now() AND (m.key IS NULL OR earliest.ready_at <= now())
      ORDER BY m.item_id LIMIT $4 FOR UPDATE OF m SKIP LOCKED),
     behind AS MATERIALIZED (
     SELECT r.item_id, r.key, CASE WHEN r.earliest < r.item_id THEN (
            SELECT CASE WHEN e.key = r.key THEN e.item_id END FROM work_items e
             WHERE ${ofKind('e')} AND e.key <= r.key AND (e.key, e.item_id) < (r.key, r.item_id)
             ORDER BY e.key DESC, e.item_id DESC LIMIT 1) END AS before
       FROM ready r),
     free AS MATERIALIZED (
     SELECT c.item_id FROM (
            SELECT b.item_id, bool_and(b.before IS NULL OR b.before = ANY (ARRAY(SELECT item_id FROM ready)))
                     OVER (PARTITION BY b.key ORDER BY b.item_id) AS is_next
              FROM behind b) c
      WHERE c.is_next),${LEASE}`;

// Work items $4 under the lease $5, until it ends by the store's clock.
const LEASED = `${OF_KIND} AND item_id = ANY($4::bigint[]) AND lease_token = $5 AND ready_at > clock_timestamp()`;

/**
 * Counts the work items that are still leased; none can be leased again until the transaction ends.
 */
export const HOLD_ITEMS = namedQuery('work_items_hold')`
    SELECT count(*)::integer AS items FROM (SELECT FROM work_items WHERE ${LEASED} FOR UPDATE) held`;

/** Deletes the work items that are still under their lease, and says how many. */
export const DELETE_ITEMS = namedQuery('work_items_delete')`
WITH done AS (DELETE FROM work_items WHERE ${LEASED} RETURNING 1)
SELECT count(*)::integer AS items FROM done`;

/** Releases work items $4 of the lease $5 that were not attempted. */
export const RELEASE_ITEMS = namedQuery('work_items_release')`
UPDATE work_items SET lease_token = NULL, ready_at = now(), attempts = attempts - 1
 WHERE ${OF_KIND} AND item_id = ANY($4::bigint[]) AND lease_token = $5`;

/**
 * Delays work items $4 of the lease $5 by the milliseconds in $6, and moves those with null there
 * to the dead letters, for the reason $7. Those of another holder stay with it.
 */
export const FAIL_ITEMS = namedQuery('work_items_fail')`
WITH failed AS MATERIALIZED (
     SELECT f.item_id, f.pause_ms FROM unnest($4::bigint[], $6::double precision[]) AS f (item_id, pause_ms)),
     put_off AS (
     UPDATE work_items m SET lease_token = NULL, ready_at = now() + f.pause_ms * interval '1 millisecond'
       FROM failed f
      WHERE ${ofKind('m')} AND m.item_id = f.item_id AND m.lease_token = $5 AND f.pause_ms IS NOT NULL),
     dead AS (
     DELETE FROM work_items m USING failed f
      WHERE ${ofKind('m')} AND m.item_id = f.item_id AND m.lease_token = $5 AND f.pause_ms IS NULL
  RETURNING m.item_id, m.key, m.payload, m.appended_at, m.attempts, m.request_id, m.traceparent)
INSERT INTO work_dead_letters
       (client_id, data_env, kind, item_id, key, payload, appended_at, attempts, request_id, traceparent, reason)
SELECT $1, $2, $3, item_id, key, payload, appended_at, attempts, request_id, traceparent, $7 FROM dead`;

/** Tenants and kinds with due work in this store, for a relay that is bound to no tenant. */
export const WORK_DUE = 'SELECT client_id, data_env, kind FROM work_due()';

/** The amount of work of each kind in this store. */
export const WORK_DEPTH =
  'SELECT kind, due::float8, later::float8, dead::float8, oldest_due_seconds FROM work_depth()';
