import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';

/**
 * Ends waiting deliveries of the webhooks $3. A leased delivery is not touched, so that the history
 * shows its result.
 */
const CANCEL_DELIVERIES = namedQuery('webhook_queue_cancel')`
WITH ended AS (
  DELETE FROM webhook_queue q
   WHERE q.client_id = $1 AND q.data_env = $2 AND q.webhook_id = ANY($3::uuid[])
     AND (q.lease_token IS NULL OR q.ready_at <= now())
  RETURNING q.delivery_id, q.created_at)
UPDATE webhook_deliveries h
   SET status = 'cancelled', failure_code = 'endpoint_disabled', next_attempt_at = NULL
  FROM ended e
 WHERE h.client_id = $1 AND h.data_env = $2 AND h.created_at = e.created_at AND h.delivery_id = e.delivery_id`;

/**
 * Ends all waiting deliveries of these webhooks (webhooks 7.8). A delivery that another transaction
 * is queueing ends with a worker's next claim.
 */
export async function cancelDeliveries(tx: StoreReader, webhookIds: readonly string[]): Promise<void> {
  if (webhookIds.length > 0) await tx.query(CANCEL_DELIVERIES, [webhookIds]);
}
