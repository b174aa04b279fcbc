WITH audited AS (
      INSERT INTO audit_events (client_id, data_env, occurred_at, action, outcome, actor_kind, actor_id, scope, request_id, metadata)
      SELECT r.client_id, r.data_env, $3::timestamptz, r.action, 'success', 'bearer', r.actor_id, r.scope, r.request_id, r.metadata
        FROM (VALUES ($1::text, $2::text, $4::text, $5::text, $6::text, $7::text, $8::jsonb))
          AS r (client_id, data_env, action, actor_id, scope, request_id, metadata)
       WHERE r.client_id IS NOT NULL),
    cleared AS (
      DELETE FROM portal_sessions o WHERE o.session_id IN (
        SELECT e.session_id FROM portal_sessions e WHERE e.ends_at <= $3
         ORDER BY e.ends_at LIMIT 10 FOR UPDATE SKIP LOCKED)),
    surplus AS (
      DELETE FROM portal_sessions o
       WHERE o.session_id IN (SELECT s.session_id FROM portal_sessions s WHERE s.subject = $11
                               ORDER BY s.created_at DESC, s.session_id OFFSET $20)
          OR o.id_hash = ANY($21::bytea[]))
    INSERT INTO portal_sessions (session_id, id_hash, subject, data_env, tokens_encrypted, token_given_at, token_ends_at,
                                 is_renewable, ends_at, created_at, last_seen_at, auth_time, amr, ip_masked, agent,
                                 connection_id, break_glass_id, only_client_id)
    VALUES ($9, $10, $11, $2, $12, $3, $13, $14, $15, $3, $3, $16, $17, $18, $19, $22, $23, $24)
