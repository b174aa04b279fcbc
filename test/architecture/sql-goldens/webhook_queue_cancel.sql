WITH ended AS (
  DELETE FROM webhook_queue q
   WHERE q.client_id = $1 AND q.data_env = $2 AND q.webhook_id = ANY($3::uuid[])
  RETURNING q.delivery_id, q.created_at)
UPDATE webhook_deliveries h
   SET status = 'cancelled', failure_code = 'endpoint_disabled', next_attempt_at = NULL
  FROM ended e
 WHERE h.client_id = $1 AND h.data_env = $2 AND h.created_at = e.created_at AND h.delivery_id = e.delivery_id
