INSERT INTO call_events (client_id, data_env, call_id, event_type, project_id, revision, occurred_at_utc)
SELECT $1, $2, call_id, event_type, project_id, revision, occurred_at_utc FROM unnest($3::text[], $4::text[], $5::text[], $6::integer[], $7::timestamptz[]) AS sent (call_id, event_type, project_id, revision, occurred_at_utc)
    ON CONFLICT (client_id, data_env, call_id, event_type) DO NOTHING
