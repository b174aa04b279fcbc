UPDATE webhook_deliveries h
   SET status = d.status, failure_code = d.failure_code, response_status_code = d.response_status,
       duration_ms = d.duration_ms, attempt_count = d.attempt_count,
       first_attempt_at = coalesce(h.first_attempt_at, d.attempted_at),
       last_attempt_at = coalesce(d.attempted_at, h.last_attempt_at),
       next_attempt_at = now() + make_interval(secs => d.pause),
       endpoint_host = d.endpoint_host, transcript_mode = d.transcript_mode
  FROM unnest($3::uuid[], $5::text[], $6::text[], $7::integer[], $8::integer[], $9::integer[], $10::timestamptz[],
              $11::text[], $12::text[], $13::double precision[])
    AS d (delivery_id, status, failure_code, response_status, duration_ms, attempt_count, attempted_at, endpoint_host,
          transcript_mode, pause)
 WHERE h.client_id = $1 AND h.data_env = $2 AND h.created_at = ANY($4::timestamptz[]) AND h.delivery_id = ANY($3::uuid[])
   AND h.webhook_id = ANY($14::uuid[]) AND h.delivery_id = d.delivery_id
