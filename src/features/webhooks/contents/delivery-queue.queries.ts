import { namedQuery, type NamedQuery } from '../../../core/kernel/named-query.js';
import { BY_INDEX } from './read-by-index.queries.js';

/** Makes the days that deliveries of now go to, where they are missing, and has what follows read as READ_BY_INDEX has it. */
export const OPEN_QUEUE: NamedQuery = {
  name: 'webhook_open_queue',
  text: `SELECT open_webhook_days(), ${BY_INDEX}`,
  ofStore: true,
};

/**
 * Holds the deliveries of webhooks $3 and calls $4, a pair each, that have not ended, and tells which pairs have some. In a
 * statement of its own, before new ones are queued behind them: who ends one of them meanwhile waits, and finds the new ones.
 * In the order of the index, so that two that hold the same wait for each other and none for itself.
 */
export const HOLD_EARLIER = namedQuery('webhook_queue_hold_earlier')`
SELECT DISTINCT pair.w AS webhook_id, pair.c AS call_id
  FROM unnest($3::uuid[], $4::text[]) AS pair (w, c)
 CROSS JOIN LATERAL (
       SELECT 1 FROM webhook_queue q
        WHERE q.client_id = $1 AND q.data_env = $2 AND q.webhook_id = pair.w AND q.call_id = pair.c
        ORDER BY q.sequence, q.delivery_id FOR UPDATE) held`;

/**
 * Makes deliveries, one for each place in the arrays: history, and queue unless they are over as they begin ($15 says why). $16 is the
 * seconds until they are ready: 0 at once, null behind an earlier one of their call. Those of $17 are taken by who makes them, under one
 * lease; the first of a call is then ready when it ends. $18 is the activation of their webhooks. Gives one row for all of them: their ids
 * in their order, and what they share.
 */
export const QUEUE_DELIVERIES = namedQuery('webhook_queue_deliveries')`
WITH lease AS MATERIALIZED (SELECT nextval('work_lease_tokens') AS token),
     made AS MATERIALIZED (
  SELECT uuidv7() AS delivery_id, now()::timestamptz(3) AS created_at, w.*,
         CASE WHEN w.is_taken THEN (SELECT token FROM lease) END AS lease_token
    FROM unnest($3::uuid[], $4::text[], $5::text[], $6::uuid[], $7::text[], $8::integer[], $9::timestamptz[],
                $10::boolean[], $11::uuid[], $12::integer[], $13::text[], $14::text[], $15::text[],
                $16::double precision[], $17::boolean[], $18::integer[])
         WITH ORDINALITY AS w (webhook_id, project_id, call_id, event_id, event_type, sequence, occurred_at,
                is_test, redelivery_of, max_attempts, endpoint_host, transcript_mode, failure_code, pause, is_taken, activation,
                place)),
     noted AS (
  INSERT INTO webhook_deliveries (
         client_id, data_env, created_at, delivery_id, webhook_id, project_id, call_id, event_id, event_type, sequence,
         occurred_at, is_test, redelivery_of, status, max_attempts, endpoint_host, transcript_mode, failure_code)
  SELECT $1, $2, m.created_at, m.delivery_id, m.webhook_id, m.project_id, m.call_id, m.event_id, m.event_type, m.sequence,
         m.occurred_at, m.is_test, m.redelivery_of, CASE WHEN m.failure_code IS NULL THEN 'pending' ELSE 'cancelled' END,
         m.max_attempts, m.endpoint_host, m.transcript_mode, m.failure_code
    FROM made m),
     queued AS (
  INSERT INTO webhook_queue (
         client_id, data_env, delivery_id, created_at, webhook_id, project_id, call_id, event_id, event_type, sequence,
         occurred_at, is_test, max_attempts, ready_at, lease_token, activation)
  SELECT $1, $2, m.delivery_id, m.created_at, m.webhook_id, m.project_id, m.call_id, m.event_id, m.event_type, m.sequence,
         m.occurred_at, m.is_test, m.max_attempts, now() + make_interval(secs => m.pause), m.lease_token,
         m.activation
    FROM made m WHERE m.failure_code IS NULL)
SELECT string_agg(m.delivery_id::text, ',' ORDER BY m.place) AS delivery_ids, min(m.created_at) AS created_at,
       min(m.lease_token) AS lease_token
  FROM made m`;
