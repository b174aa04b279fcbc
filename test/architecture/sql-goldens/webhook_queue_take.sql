WITH lease AS MATERIALIZED (SELECT nextval('work_lease_tokens') AS token),
     free AS (
  SELECT due.delivery_id
    FROM unnest($3::uuid[], $4::integer[]) AS w (webhook_id, room)
   CROSS JOIN LATERAL (
         SELECT q.delivery_id FROM webhook_queue q
          WHERE q.client_id = $1 AND q.data_env = $2 AND q.webhook_id = w.webhook_id AND q.ready_at <= now()
          ORDER BY q.ready_at LIMIT w.room FOR UPDATE SKIP LOCKED) due
   LIMIT $6)
UPDATE webhook_queue q
   SET ready_at = now() + make_interval(secs => $5), lease_token = lease.token
  FROM free, lease
 WHERE q.client_id = $1 AND q.data_env = $2 AND q.delivery_id = free.delivery_id
RETURNING q.delivery_id, q.created_at, q.webhook_id, q.project_id, q.call_id, q.event_id, q.event_type, q.sequence,
          q.occurred_at, q.is_test, q.attempt_count, q.max_attempts, q.lease_token
