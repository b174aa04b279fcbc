INSERT INTO contact_erasures AS e (client_id, data_env, erasure_id, erased_before, stand_in) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (client_id, data_env, erasure_id) DO UPDATE SET erased_before = greatest(e.erased_before, excluded.erased_before)
