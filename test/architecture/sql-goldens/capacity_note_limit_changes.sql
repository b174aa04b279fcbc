INSERT INTO capacity_limit_changes (client_id, data_env, project_id, changed_at, concurrency_limit)
SELECT $1, $2, c.project_id, $5, $4 FROM unnest($3::text[]) AS c (project_id)
    ON CONFLICT (client_id, data_env, project_id, changed_at) DO UPDATE SET concurrency_limit = excluded.concurrency_limit
