UPDATE webhook_queue q SET ready_at = NULL, lease_token = NULL
 WHERE q.client_id = $1 AND q.data_env = $2 AND q.delivery_id = ANY($3::uuid[]) AND q.lease_token = ANY($4::bigint[])
