SELECT d.delivery_id, d.created_at, d.webhook_id, d.project_id, d.call_id, d.event_id, d.event_type, d.sequence,
       d.occurred_at, d.is_test, d.redelivery_of, d.status, d.attempt_count, d.max_attempts, d.first_attempt_at,
       d.last_attempt_at, d.next_attempt_at, d.response_status_code, d.duration_ms, d.failure_code, d.endpoint_host,
       d.transcript_mode
  FROM webhook_deliveries d
 WHERE d.client_id = $1 AND d.data_env = $2
   AND d.created_at >= $3 AND (d.created_at, d.delivery_id) < ($4, $5)
   AND ($6::text IS NULL OR d.status = $6 OR ($6 = 'not_cancelled' AND d.status <> 'cancelled'))
   AND ($7::text IS NULL OR d.event_type = $7)
   AND ($8::text[] IS NULL OR d.project_id = ANY($8))
 ORDER BY d.created_at DESC, d.delivery_id DESC
 LIMIT $9

-- webhook_history_webhook
+ AND d.webhook_id = $10
