SELECT changed_at, concurrency_limit FROM capacity_limit_changes
 WHERE client_id = $1 AND data_env = $2 AND project_id = $3 ORDER BY changed_at
