INSERT INTO capacity_limits (client_id, data_env, project_id, concurrency_limit, reserved_inbound)
VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (client_id, data_env, project_id)
    DO UPDATE SET concurrency_limit = excluded.concurrency_limit, reserved_inbound = excluded.reserved_inbound
