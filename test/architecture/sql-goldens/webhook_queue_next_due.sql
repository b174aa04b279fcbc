SELECT extract(epoch FROM min(next.ready_at) - now())::double precision AS seconds
  FROM unnest($3::uuid[]) AS w (webhook_id)
 CROSS JOIN LATERAL (
       SELECT q.ready_at FROM webhook_queue q
        WHERE q.client_id = $1 AND q.data_env = $2 AND q.webhook_id = w.webhook_id
          AND q.ready_at > CASE WHEN $4::boolean THEN '-infinity' ELSE now() END
        ORDER BY q.ready_at LIMIT 1) next
