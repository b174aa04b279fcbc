import { namedQuery } from '../../../core/kernel/named-query.js';
import type { StoreReader } from '../../../core/kernel/unit-of-work.js';

/**
 * Ends what waits for webhooks $3, which are switched off or gone. What is under way, and what goes with it under the same lease, is
 * left to its holder, so that the history says what has become of it.
 */
const CANCEL_DELIVERIES = namedQuery('webhook_queue_cancel')`
WITH held AS MATERIALIZED (
  SELECT DISTINCT q.lease_token FROM webhook_queue q
   WHERE q.client_id = $1 AND q.data_env = $2 AND q.webhook_id = ANY($3::uuid[])
     AND q.lease_token IS NOT NULL AND q.ready_at > now()),
     ended AS (
  DELETE FROM webhook_queue q
   WHERE q.client_id = $1 AND q.data_env = $2 AND q.webhook_id = ANY($3::uuid[])
     AND (q.lease_token IS NULL OR q.lease_token <> ALL (ARRAY(SELECT lease_token FROM held)))
  RETURNING q.delivery_id, q.created_at)
UPDATE webhook_deliveries h
   SET status = 'cancelled', failure_code = 'endpoint_disabled', next_attempt_at = NULL
  FROM ended e
 WHERE h.client_id = $1 AND h.data_env = $2 AND h.created_at = e.created_at AND h.delivery_id = e.delivery_id`;

/**
 * Ends all that waits for these webhooks (webhooks 7.8). The second time it sees what was queued behind a delivery while the first time
 * waited for that one: nothing would be left that wakes it. Who comes later waits for this transaction, and finds nothing to queue behind.
 */
export async function cancelDeliveries(tx: StoreReader, webhookIds: readonly string[]): Promise<void> {
  for (let time = 1; time <= 2; time += 1) await tx.query(CANCEL_DELIVERIES, [webhookIds]);
}
