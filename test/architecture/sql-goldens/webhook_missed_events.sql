SELECT e.call_id, e.event_type, e.event_id, e.project_id, e.sequence, e.occurred_at_utc, e.appended_at
  FROM call_events e
 WHERE e.client_id = $1 AND e.data_env = $2 AND e.project_id = $3 AND e.event_type = ANY($4::text[])
   AND e.appended_at >= $5 AND e.appended_at < $6 AND e.sequence IS NOT NULL
   AND NOT EXISTS (
       SELECT FROM webhook_deliveries d
        WHERE d.client_id = $1 AND d.data_env = $2 AND d.webhook_id = $7 AND d.created_at >= $5 AND d.event_id = e.event_id
          AND d.status IN ('pending', 'retrying', 'succeeded'))
 ORDER BY e.appended_at, e.call_id, e.sequence
 LIMIT $8
