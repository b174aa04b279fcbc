WITH first AS MATERIALIZED (
  SELECT next.delivery_id
    FROM unnest($3::uuid[], $4::text[]) AS pair (w, c)
   CROSS JOIN LATERAL (
         SELECT n.delivery_id FROM webhook_queue n
          WHERE n.client_id = $1 AND n.data_env = $2 AND n.webhook_id = pair.w AND n.call_id = pair.c
          ORDER BY n.sequence, n.delivery_id LIMIT 1) next)
UPDATE webhook_queue q SET ready_at = now()
 WHERE q.client_id = $1 AND q.data_env = $2 AND q.delivery_id = ANY (ARRAY(SELECT delivery_id FROM first))
   AND q.ready_at IS NULL
