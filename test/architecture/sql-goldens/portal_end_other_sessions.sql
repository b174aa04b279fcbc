WITH ended AS (
      DELETE FROM portal_sessions WHERE session_id <> $9 AND subject = $10 RETURNING session_id, ends_at),
    audited AS (
      INSERT INTO audit_events (client_id, data_env, occurred_at, action, outcome, actor_kind, actor_id, scope, request_id, metadata)
      SELECT r.client_id, r.data_env, $3::timestamptz, r.action, 'success', 'bearer', r.actor_id, r.scope, r.request_id, r.metadata
        FROM (VALUES ($1::text, $2::text, $4::text, $5::text, $6::text, $7::text, $8::jsonb))
          AS r (client_id, data_env, action, actor_id, scope, request_id, metadata)
       WHERE r.client_id IS NOT NULL)
    SELECT count(*)::int AS ended FROM ended WHERE ends_at > $3
