UPDATE webhook_queue q
   SET ready_at = now() + make_interval(secs => d.pause), attempt_count = d.attempt_count, lease_token = NULL
  FROM unnest($3::uuid[], $5::double precision[], $6::integer[]) AS d (delivery_id, pause, attempt_count)
 WHERE q.client_id = $1 AND q.data_env = $2 AND q.delivery_id = ANY($3::uuid[]) AND q.lease_token = ANY($4::bigint[])
   AND q.delivery_id = d.delivery_id
RETURNING q.delivery_id
