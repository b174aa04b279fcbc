SELECT c.call_id,
       to_char(c.started_at_utc AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS started_at_utc,
       c.caller_masked,
       c.agent_name
  FROM calls c
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.project_id = $5 AND c.started_at_utc >= $3 AND c.started_at_utc < $4
 ORDER BY c.started_at_utc DESC, c.call_id DESC
