DELETE FROM capacity_limits WHERE client_id = $1 AND data_env = $2 AND (project_id = $3 OR $3 = '')
RETURNING project_id
