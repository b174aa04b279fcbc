SELECT i.project_id, i.started_at_utc
  FROM call_index i
 WHERE i.client_id = $1 AND i.data_env = $2 AND i.call_id = $3
