SELECT sample_due_at FROM capacity_limits
 WHERE client_id = $1 AND data_env = $2 AND project_id = '' FOR NO KEY UPDATE
