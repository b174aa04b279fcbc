SELECT w.webhook_id, waiting.count AS waiting_count, next.delivery_id, next.event_type, next.attempt_number, next.ready_at AS due_at
  FROM unnest($3::uuid[]) AS w (webhook_id)
 CROSS JOIN LATERAL (
       SELECT count(*)::integer AS count
         FROM (SELECT FROM webhook_queue q
                WHERE q.client_id = $1 AND q.data_env = $2 AND q.webhook_id = w.webhook_id LIMIT $4) counted) waiting
  LEFT JOIN LATERAL (
       SELECT q.delivery_id, q.event_type, q.attempt_count + 1 AS attempt_number, q.ready_at FROM webhook_queue q
        WHERE q.client_id = $1 AND q.data_env = $2 AND q.webhook_id = w.webhook_id
          AND q.lease_token IS NULL AND (q.call_id IS NULL OR q.delivery_id = (
         SELECT e.delivery_id FROM webhook_queue e
          WHERE e.client_id = $1 AND e.data_env = $2 AND e.webhook_id = q.webhook_id AND e.call_id = q.call_id
          ORDER BY e.sequence, e.delivery_id LIMIT 1))
        ORDER BY q.ready_at LIMIT $5) next ON true
 ORDER BY w.webhook_id, next.ready_at
