WITH lease AS MATERIALIZED (SELECT nextval('work_lease_tokens') AS token),
     due AS MATERIALIZED (
  SELECT next.delivery_id
    FROM unnest($3::uuid[], $4::integer[]) AS w (webhook_id, slots)
   CROSS JOIN LATERAL (
         SELECT q.delivery_id FROM webhook_queue q
          WHERE q.client_id = $1 AND q.data_env = $2 AND q.webhook_id = w.webhook_id AND q.ready_at <= now()
            AND (q.call_id IS NULL OR q.delivery_id = (
         SELECT e.delivery_id FROM webhook_queue e
          WHERE e.client_id = $1 AND e.data_env = $2 AND e.webhook_id = q.webhook_id AND e.call_id = q.call_id
          ORDER BY e.sequence, e.delivery_id LIMIT 1))
          ORDER BY q.ready_at LIMIT w.slots FOR UPDATE OF q SKIP LOCKED) next
   LIMIT $6)
UPDATE webhook_queue q SET ready_at = now() + make_interval(secs => $5), lease_token = lease.token
  FROM lease
 WHERE q.client_id = $1 AND q.data_env = $2 AND q.delivery_id = ANY (ARRAY(SELECT delivery_id FROM due))
RETURNING q.delivery_id, q.created_at, q.webhook_id, q.project_id, q.call_id, q.event_id, q.event_type, q.sequence,
          q.occurred_at, q.is_test, q.attempt_count, q.max_attempts, q.lease_token, q.activation
