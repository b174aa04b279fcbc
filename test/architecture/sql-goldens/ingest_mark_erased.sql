UPDATE call_index SET erased_at = now() WHERE client_id = $1 AND data_env = $2 AND call_id = ANY($3::text[])
