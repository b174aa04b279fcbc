SELECT 1 FROM webhook_queue q
 WHERE q.client_id = $1 AND q.data_env = $2
   AND (q.webhook_id, q.call_id) IN (SELECT w, c FROM unnest($3::uuid[], $4::text[]) AS pair (w, c))
 ORDER BY q.delivery_id FOR UPDATE
