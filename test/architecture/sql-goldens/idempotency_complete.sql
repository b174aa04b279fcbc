UPDATE idempotency_records
       SET completed_at = $7, fingerprint = $8, response_status = $9, response_headers = $10, response_body = $11
     WHERE client_id = $1 AND data_env = $2 AND operation = $3 AND key_hash = $4 AND actor = $5
       AND lock_token = $6 AND completed_at IS NULL
    RETURNING 1
