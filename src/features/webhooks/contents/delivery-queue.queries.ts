import type { NamedQuery } from '../../../core/kernel/named-query.js';

/** Makes the days that deliveries of now go to, where they are missing. */
export const OPEN_WEBHOOK_DAYS: NamedQuery = {
  name: 'webhook_open_days',
  text: `SELECT open_webhook_days()`,
  ofStore: true,
};

/**
 * Holds the deliveries of webhooks $3 and calls $4, a pair each, that have not ended. In a statement of its own, before new
 * ones are queued behind them: whoever ends one of them meanwhile waits, and finds the new ones; or it has ended, and the
 * next statement sees that.
 */
export const HOLD_EARLIER: NamedQuery = {
  name: 'webhook_queue_hold_earlier',
  text: `
SELECT 1 FROM webhook_queue q
 WHERE q.client_id = $1 AND q.data_env = $2
   AND (q.webhook_id, q.call_id) IN (SELECT w, c FROM unnest($3::uuid[], $4::text[]) AS pair (w, c))
 ORDER BY q.delivery_id FOR UPDATE`,
};

/**
 * Makes deliveries, one for each place in the arrays: history, and queue unless they are over as they begin ($15 says why). The
 * first of a call is ready, unless an earlier one has not ended; the others wait behind it.
 */
export const QUEUE_DELIVERIES: NamedQuery = {
  name: 'webhook_queue_deliveries',
  text: `
WITH made AS (
  INSERT INTO webhook_deliveries (
         client_id, data_env, created_at, webhook_id, project_id, call_id, event_id, event_type, sequence, occurred_at,
         is_test, redelivery_of, status, max_attempts, endpoint_host, transcript_mode, failure_code)
  SELECT $1, $2, now(), w.webhook_id, w.project_id, w.call_id, w.event_id, w.event_type, w.sequence, w.occurred_at,
         w.is_test, w.redelivery_of, CASE WHEN w.failure_code IS NULL THEN 'pending' ELSE 'cancelled' END,
         w.max_attempts, w.endpoint_host, w.transcript_mode, w.failure_code
    FROM unnest($3::uuid[], $4::text[], $5::text[], $6::uuid[], $7::text[], $8::integer[], $9::timestamptz[],
                $10::boolean[], $11::uuid[], $12::integer[], $13::text[], $14::text[], $15::text[])
         WITH ORDINALITY AS w (webhook_id, project_id, call_id, event_id, event_type, sequence, occurred_at,
                is_test, redelivery_of, max_attempts, endpoint_host, transcript_mode, failure_code, place)
   ORDER BY w.place
  RETURNING delivery_id, created_at, webhook_id, project_id, call_id, event_id, event_type, sequence, occurred_at,
            is_test, max_attempts, status),
     queued AS (
  INSERT INTO webhook_queue (
         client_id, data_env, delivery_id, created_at, webhook_id, project_id, call_id, event_id, event_type, sequence,
         occurred_at, is_test, max_attempts, ready_at)
  SELECT $1, $2, m.delivery_id, m.created_at, m.webhook_id, m.project_id, m.call_id, m.event_id, m.event_type, m.sequence,
         m.occurred_at, m.is_test, m.max_attempts,
         CASE WHEN m.call_id IS NULL
                OR (row_number() OVER (PARTITION BY m.webhook_id, m.call_id ORDER BY m.sequence, m.delivery_id) = 1
                    AND NOT EXISTS (SELECT FROM webhook_queue q
                                     WHERE q.client_id = $1 AND q.data_env = $2
                                       AND q.webhook_id = m.webhook_id AND q.call_id = m.call_id))
              THEN now() END
    FROM made m WHERE m.status = 'pending')
SELECT delivery_id, created_at FROM made ORDER BY delivery_id`,
};
