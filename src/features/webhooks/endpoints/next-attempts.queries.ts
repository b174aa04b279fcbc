import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { NEXT_OF_CALL } from '../queue/delivery-queue.queries.js';

/**
 * The waiting deliveries of each webhook in $3: their number, counted up to $4, and the $5 with the
 * earliest next attempts. One row for each of these; a webhook without any has one row without a
 * delivery.
 */
export const NEXT_ATTEMPTS = namedQuery('webhook_next_attempts')`
SELECT w.webhook_id, waiting.count AS waiting_count, next.delivery_id, next.event_type, next.attempt_number, next.ready_at AS due_at
  FROM unnest($3::uuid[]) AS w (webhook_id)
 CROSS JOIN LATERAL (
       SELECT count(*)::integer AS count
         FROM (SELECT FROM webhook_queue q
                WHERE q.client_id = $1 AND q.data_env = $2 AND q.webhook_id = w.webhook_id LIMIT $4) counted) waiting
  LEFT JOIN LATERAL (
       SELECT q.delivery_id, q.event_type, q.attempt_count + 1 AS attempt_number, q.ready_at FROM webhook_queue q
        WHERE q.client_id = $1 AND q.data_env = $2 AND q.webhook_id = w.webhook_id
          AND q.lease_token IS NULL AND ${NEXT_OF_CALL}
        ORDER BY q.ready_at LIMIT $5) next ON true
 ORDER BY w.webhook_id, next.ready_at`;
