UPDATE single_dispatches SET status = 'refused', refused_codes = '["not_taken"]'
 WHERE client_id = $1 AND data_env = $2 AND dispatch_id = ANY ($3::uuid[])
