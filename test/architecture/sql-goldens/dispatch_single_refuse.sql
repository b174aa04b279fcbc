UPDATE single_dispatches SET status = 'refused', refused_codes = $4
 WHERE client_id = $1 AND data_env = $2 AND dispatch_id = $3
