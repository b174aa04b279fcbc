SELECT operation, key_hash, actor, lock_token, fingerprint, completed_at, expires_at,
           response_status, response_headers, response_body FROM idempotency_effects WHERE client_id = $1 AND data_env = $2
     ORDER BY operation, key_hash, actor LIMIT $3
