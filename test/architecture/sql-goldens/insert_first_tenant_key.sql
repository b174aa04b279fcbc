INSERT INTO tenant_data_keys (client_id, data_env, purpose, generation, key_id, wrapped_key, provider_id)
    VALUES ($1, $2, $3, 1, $4, $5, $6)
        ON CONFLICT DO NOTHING
