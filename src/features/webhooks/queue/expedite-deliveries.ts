import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { enqueueWork } from '../../../core/database/outbox/enqueue-work.js';
import { SEND_DELIVERIES } from './work-kinds.js';

/** Makes retries to webhook $3 due now, in the queue and in the history. */
const HURRY_DELIVERIES = namedQuery('webhook_queue_hurry')`
WITH hurried AS (
  UPDATE webhook_queue q SET ready_at = now()
   WHERE q.client_id = $1 AND q.data_env = $2 AND q.webhook_id = $3
     AND q.lease_token IS NULL AND q.ready_at > now()
  RETURNING q.delivery_id, q.created_at)
UPDATE webhook_deliveries h SET next_attempt_at = now()
  FROM hurried e
 WHERE h.client_id = $1 AND h.data_env = $2 AND h.created_at = e.created_at AND h.delivery_id = e.delivery_id`;

/** Makes workers send this webhook's waiting retries now (webhooks 3.4). */
export async function expediteDeliveries(tx: StoreReader, webhookId: string): Promise<void> {
  await tx.query(HURRY_DELIVERIES, [webhookId]);
  await enqueueWork(tx, SEND_DELIVERIES, [{ payload: {} }]);
}
