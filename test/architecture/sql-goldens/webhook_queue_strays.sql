SELECT DISTINCT q.webhook_id FROM webhook_queue q
 WHERE q.client_id = $1 AND q.data_env = $2 AND q.webhook_id <> ALL($3::uuid[]) AND q.ready_at <= now()
