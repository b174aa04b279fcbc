SELECT c.call_id AS "callId", c.started_at_utc AS "startedAt" FROM calls c
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.call_status IN ('queued', 'ringing', 'in_progress') AND c.updated_at <= $3 AND c.started_at_utc <= $3
 ORDER BY c.updated_at LIMIT $4
