DELETE FROM idempotency_records WHERE client_id = $1 AND data_env = $2 AND operation = $3 AND key_hash = $4 AND actor = $5 AND lock_token = $6 AND completed_at IS NULL
