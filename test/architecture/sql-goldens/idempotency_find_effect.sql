SELECT operation, key_hash, actor, lock_token, fingerprint, completed_at, expires_at,
           response_status, response_headers, response_body FROM idempotency_effects
     WHERE client_id = $1 AND data_env = $2 AND operation = $3 AND key_hash = $4 AND actor = $5 AND expires_at > $6
