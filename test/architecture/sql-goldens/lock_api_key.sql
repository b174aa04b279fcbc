SELECT key_id FROM api_keys
     WHERE client_id = $1 AND data_env = $2 AND key_id = $3
       FOR UPDATE
