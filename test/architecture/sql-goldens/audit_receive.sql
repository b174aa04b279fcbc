INSERT INTO audit_events (client_id, data_env, event_id, occurred_at, action, outcome, actor_kind, actor_id, scope, request_id, metadata)
    SELECT $1, $2, event_id, occurred_at, action, outcome, actor_kind, actor_id, scope, request_id, metadata
      FROM jsonb_to_recordset($3::jsonb) AS e (
        event_id uuid, occurred_at timestamptz, action text, outcome text, actor_kind text, actor_id text,
        scope text, request_id text, metadata jsonb)
    ON CONFLICT DO NOTHING
