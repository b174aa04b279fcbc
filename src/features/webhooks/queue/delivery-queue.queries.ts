import { namedQuery, type NamedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { BY_INDEX } from './read-by-index.queries.js';

/**
 * Whether the delivery `q` is the earliest open one of its call to its webhook, so that it may be
 * sent (webhooks 7.6). The LIMIT keeps this an index look-up for each row: as a join it would read
 * the whole queue.
 */
export const NEXT_OF_CALL = `(q.call_id IS NULL OR q.delivery_id = (
         SELECT e.delivery_id FROM webhook_queue e
          WHERE e.client_id = $1 AND e.data_env = $2 AND e.webhook_id = q.webhook_id AND e.call_id = q.call_id
          ORDER BY e.sequence, e.delivery_id LIMIT 1))`;

/**
 * Creates missing days for current deliveries, and applies READ_BY_INDEX to the following
 * statements.
 */
export const OPEN_QUEUE: NamedQuery = {
  name: 'webhook_open_queue',
  text: `SELECT open_webhook_days(), ${BY_INDEX}`,
  ofStore: true,
};

/**
 * Creates deliveries, one for each array element: history, and queue unless they end immediately
 * ($15 says why). $16 is the enablement of their webhooks. Returns their ids in order.
 */
export const QUEUE_DELIVERIES = namedQuery('webhook_queue_deliveries')`
WITH made AS MATERIALIZED (
  SELECT uuidv7() AS delivery_id, now()::timestamptz(3) AS created_at, w.*
    FROM unnest($3::uuid[], $4::text[], $5::text[], $6::uuid[], $7::text[], $8::integer[], $9::timestamptz[],
                $10::boolean[], $11::uuid[], $12::integer[], $13::text[], $14::text[], $15::text[], $16::integer[])
         WITH ORDINALITY AS w (webhook_id, project_id, call_id, event_id, event_type, sequence, occurred_at,
                is_test, redelivery_of, max_attempts, endpoint_host, transcript_mode, failure_code, activation, place)),
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
         occurred_at, is_test, max_attempts, ready_at, activation)
  SELECT $1, $2, m.delivery_id, m.created_at, m.webhook_id, m.project_id, m.call_id, m.event_id, m.event_type, m.sequence,
         m.occurred_at, m.is_test, m.max_attempts, now(), m.activation
    FROM made m WHERE m.failure_code IS NULL)
SELECT string_agg(m.delivery_id::text, ',' ORDER BY m.place) AS delivery_ids FROM made m`;
