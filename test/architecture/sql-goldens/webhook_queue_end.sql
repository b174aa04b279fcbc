DELETE FROM webhook_queue q
 WHERE q.client_id = $1 AND q.data_env = $2 AND q.delivery_id = ANY($3::uuid[]) AND q.lease_token = ANY($4::bigint[])
RETURNING q.delivery_id
