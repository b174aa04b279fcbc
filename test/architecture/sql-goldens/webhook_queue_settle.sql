WITH done AS (
  SELECT * FROM unnest($3::uuid[], $4::timestamptz[], $5::text[], $6::text[], $7::integer[], $8::integer[], $9::integer[],
                       $10::timestamptz[], $11::text[], $12::text[], $13::double precision[], $14::bigint[])
      AS d (delivery_id, created_at, status, failure_code, response_status, duration_ms, attempt_count,
            attempted_at, endpoint_host, transcript_mode, pause, lease_token)),
     ended AS (
  DELETE FROM webhook_queue q USING done d
   WHERE q.client_id = $1 AND q.data_env = $2 AND q.delivery_id = d.delivery_id AND q.lease_token = d.lease_token
     AND d.pause IS NULL
  RETURNING q.delivery_id),
     waiting AS (
  UPDATE webhook_queue q
     SET ready_at = now() + make_interval(secs => d.pause), attempt_count = d.attempt_count, lease_token = NULL
    FROM done d
   WHERE q.client_id = $1 AND q.data_env = $2 AND q.delivery_id = d.delivery_id AND q.lease_token = d.lease_token
     AND d.pause IS NOT NULL
  RETURNING q.delivery_id)
UPDATE webhook_deliveries h
   SET status = d.status, failure_code = d.failure_code, response_status_code = d.response_status,
       duration_ms = d.duration_ms, attempt_count = d.attempt_count,
       first_attempt_at = coalesce(h.first_attempt_at, d.attempted_at),
       last_attempt_at = coalesce(d.attempted_at, h.last_attempt_at),
       next_attempt_at = now() + make_interval(secs => d.pause),
       endpoint_host = d.endpoint_host, transcript_mode = d.transcript_mode
  FROM done d
 WHERE h.client_id = $1 AND h.data_env = $2 AND h.created_at = d.created_at AND h.delivery_id = d.delivery_id
   AND d.status IS NOT NULL
   AND d.delivery_id IN (SELECT delivery_id FROM ended UNION ALL SELECT delivery_id FROM waiting)
