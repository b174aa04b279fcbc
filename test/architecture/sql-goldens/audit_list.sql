SELECT event_id, occurred_at, action, outcome, actor_kind, actor_id, scope, request_id, metadata FROM audit_outbox WHERE client_id = $1 AND data_env = $2 ORDER BY event_id LIMIT $3
