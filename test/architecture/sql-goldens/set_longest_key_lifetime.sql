INSERT INTO tenant_key_settings (client_id, data_env, longest_lifetime_days, updated_at, updated_by)
    VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (client_id, data_env) DO UPDATE
       SET longest_lifetime_days = excluded.longest_lifetime_days, updated_at = excluded.updated_at,
           updated_by = excluded.updated_by
