WITH lease AS MATERIALIZED (SELECT nextval('work_lease_tokens') AS token),
     free AS MATERIALIZED (
  SELECT due.delivery_id, w.webhook_id, due.call_id
    FROM unnest($3::uuid[], $4::integer[]) AS w (webhook_id, room)
   CROSS JOIN LATERAL (
         SELECT q.delivery_id, q.call_id FROM webhook_queue q
          WHERE q.client_id = $1 AND q.data_env = $2 AND q.webhook_id = w.webhook_id AND q.ready_at <= now()
          ORDER BY q.ready_at LIMIT w.room FOR UPDATE SKIP LOCKED) due
   LIMIT $6),
     behind AS MATERIALIZED (
  SELECT next.delivery_id FROM free f
   CROSS JOIN LATERAL (
         SELECT n.delivery_id, n.ready_at FROM webhook_queue n
          WHERE n.client_id = $1 AND n.data_env = $2 AND n.webhook_id = f.webhook_id AND n.call_id = f.call_id
          ORDER BY n.sequence, n.delivery_id LIMIT 8) next
   WHERE next.ready_at IS NULL)
UPDATE webhook_queue q
   SET ready_at = CASE WHEN q.ready_at IS NOT NULL THEN now() + make_interval(secs => $5) END, lease_token = lease.token
  FROM lease
 WHERE q.client_id = $1 AND q.data_env = $2
   AND q.delivery_id = ANY (ARRAY(SELECT delivery_id FROM free UNION ALL SELECT delivery_id FROM behind))
RETURNING q.delivery_id, q.created_at, q.webhook_id, q.project_id, q.call_id, q.event_id, q.event_type, q.sequence,
          q.occurred_at, q.is_test, q.attempt_count, q.max_attempts, q.lease_token
