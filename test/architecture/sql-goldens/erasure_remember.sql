INSERT INTO erased_callers AS e (client_id, data_env, caller_hash, erased_before)
SELECT $1, $2, hash, $4 FROM unnest($3::bytea[]) AS asked (hash)
    ON CONFLICT (client_id, data_env, caller_hash) DO UPDATE SET erased_before = greatest(e.erased_before, excluded.erased_before)
