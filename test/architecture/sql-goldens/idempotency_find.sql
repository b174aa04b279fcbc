SELECT fingerprint, completed_at IS NOT NULL AS is_completed, locked_until,
           response_status, response_headers, response_body
      FROM idempotency_records WHERE client_id = $1 AND data_env = $2 AND operation = $3 AND key_hash = $4 AND actor = $5
