SELECT e.call_id, e.event_type, e.event_id, e.project_id, e.sequence, e.occurred_at_utc, e.appended_at FROM call_events e
 WHERE e.client_id = $1 AND e.data_env = $2 AND e.call_id = ANY($3::text[]) AND e.sequence IS NOT NULL
 ORDER BY e.call_id, e.sequence
