SELECT f.hour, jsonb_object_agg(f.reason, f.messages) AS reasons
  FROM (SELECT date_trunc('hour', m.sent_at, 'UTC') AS hour, coalesce(m.failed_reason, 'unknown') AS reason,
               count(*)::integer AS messages
          FROM messages m
         WHERE m.client_id = $1 AND m.data_env = $2 AND m.sent_at >= $3 AND m.sent_at < $4
           AND m.direction = 'outbound' AND m.status = 'failed'
         GROUP BY hour, reason) f
 GROUP BY f.hour
