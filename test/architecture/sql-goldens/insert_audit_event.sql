INSERT INTO audit_events
           (client_id, data_env, occurred_at, action, outcome, actor_kind, actor_id, scope, request_id, metadata)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
