INSERT INTO caller_request_counters AS c (client_id, data_env, last_number) VALUES ($1, $2, 1)
    ON CONFLICT (client_id, data_env) DO UPDATE SET last_number = c.last_number + 1
RETURNING last_number
