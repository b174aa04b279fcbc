SELECT e.call_id, e.event_type, e.event_id, e.project_id, e.sequence, e.occurred_at_utc, e.appended_at
  FROM unnest($3::text[]) AS asked (call_id)
 CROSS JOIN LATERAL (
       SELECT * FROM call_events k
        WHERE k.client_id = $1 AND k.data_env = $2 AND k.call_id = asked.call_id AND k.sequence IS NOT NULL
        ORDER BY k.event_type) e
 ORDER BY e.call_id, e.sequence
