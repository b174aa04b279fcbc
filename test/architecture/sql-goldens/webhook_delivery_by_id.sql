SELECT d.delivery_id, d.created_at, d.webhook_id, d.project_id, d.call_id, d.event_id, d.event_type, d.sequence,
       d.occurred_at, d.is_test, d.redelivery_of, d.status, d.attempt_count, d.max_attempts, d.first_attempt_at,
       d.last_attempt_at, d.next_attempt_at, d.response_status_code, d.duration_ms, d.failure_code, d.endpoint_host,
       d.transcript_mode
  FROM webhook_deliveries d
 WHERE d.client_id = $1 AND d.data_env = $2 AND d.delivery_id = $3
   AND d.created_at BETWEEN uuid_extract_timestamp($3) - interval '1 minute'
                        AND uuid_extract_timestamp($3) + interval '1 second'
