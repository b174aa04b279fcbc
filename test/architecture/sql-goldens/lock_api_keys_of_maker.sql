SELECT key_id FROM api_keys
     WHERE client_id = $1 AND data_env = $2 AND created_by = $3
     ORDER BY key_id
       FOR UPDATE
