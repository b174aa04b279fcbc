UPDATE webhook_queue q SET ready_at = now()
  FROM (SELECT DISTINCT w, c FROM unnest($3::uuid[], $4::text[]) AS pair (w, c)) pair
 CROSS JOIN LATERAL (
       SELECT n.delivery_id, n.ready_at FROM webhook_queue n
        WHERE n.client_id = $1 AND n.data_env = $2 AND n.webhook_id = pair.w AND n.call_id = pair.c
        ORDER BY n.sequence, n.delivery_id LIMIT 1) first
 WHERE q.client_id = $1 AND q.data_env = $2 AND q.delivery_id = first.delivery_id AND q.ready_at IS NULL
