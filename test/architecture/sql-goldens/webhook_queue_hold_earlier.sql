SELECT DISTINCT pair.w AS webhook_id, pair.c AS call_id
  FROM unnest($3::uuid[], $4::text[]) AS pair (w, c)
 CROSS JOIN LATERAL (
       SELECT 1 FROM webhook_queue q
        WHERE q.client_id = $1 AND q.data_env = $2 AND q.webhook_id = pair.w AND q.call_id = pair.c
        ORDER BY q.sequence, q.delivery_id FOR UPDATE) held
