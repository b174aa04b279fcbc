DELETE FROM capacity_leases
 WHERE client_id = $1 AND data_env = $2 AND source = 'call' AND holder = ANY ($3::text[]) AND slot = 1
