INSERT INTO call_rollup_marks (client_id, data_env, project_id, hour_utc)
SELECT $1, $2, project_id, hour_utc FROM unnest($3::text[], $4::timestamptz[]) AS changed (project_id, hour_utc)
