UPDATE capacity_leases SET expires_at = statement_timestamp() + $4 * interval '1 second'
 WHERE client_id = $1 AND data_env = $2 AND source = 'dial' AND holder = ANY ($3::text[])
   AND expires_at > statement_timestamp()
RETURNING holder
