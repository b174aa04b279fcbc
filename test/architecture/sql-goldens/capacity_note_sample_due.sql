UPDATE capacity_limits SET sample_due_at = $3 WHERE client_id = $1 AND data_env = $2 AND project_id = ''
