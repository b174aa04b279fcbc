SELECT t.test_id, t.name, t.etag, t.definition_encrypted, t.created_at, t.created_by, t.updated_at, t.updated_by,
           CASE WHEN d.run_id IS NOT NULL THEN to_jsonb(d) END AS on_draft, CASE WHEN v.run_id IS NOT NULL THEN to_jsonb(v) END AS on_published,
           EXISTS (SELECT 1 FROM conversation_test_results r
               JOIN conversation_test_runs u
                 ON u.client_id = r.client_id AND u.data_env = r.data_env AND u.project_id = r.project_id AND u.run_id = r.run_id
                    WHERE r.client_id = t.client_id AND r.data_env = t.data_env AND r.project_id = t.project_id
                      AND r.test_id = t.test_id AND coalesce(r.error_reason, '') NOT IN ('cancelled', 'waited_too_long')
                AND NOT (r.status = 'queued' AND u.requested_at <= $7)) AS was_run
      FROM conversation_tests t
      LEFT JOIN LATERAL (
             SELECT r.run_id, r.status, r.attempt, r.lease_expires_at, r.ended_at, r.error_reason, r.assertions,
                    u.requested_at
               FROM conversation_test_results r
               JOIN conversation_test_runs u
                 ON u.client_id = r.client_id AND u.data_env = r.data_env AND u.project_id = r.project_id AND u.run_id = r.run_id
              WHERE r.client_id = t.client_id AND r.data_env = t.data_env AND r.project_id = t.project_id
                AND r.test_id = t.test_id AND r.test_etag = t.etag AND u.requested_at > $6 AND u.source = 'draft' AND u.configuration = $4
                AND coalesce(r.error_reason, '') NOT IN ('cancelled', 'waited_too_long')
                AND NOT (r.status = 'queued' AND u.requested_at <= $7)
              ORDER BY u.requested_at DESC, u.run_id DESC
              LIMIT 1) d ON true
      LEFT JOIN LATERAL (
             SELECT r.run_id, r.status, r.attempt, r.lease_expires_at, r.ended_at, r.error_reason, r.assertions,
                    u.requested_at
               FROM conversation_test_results r
               JOIN conversation_test_runs u
                 ON u.client_id = r.client_id AND u.data_env = r.data_env AND u.project_id = r.project_id AND u.run_id = r.run_id
              WHERE r.client_id = t.client_id AND r.data_env = t.data_env AND r.project_id = t.project_id
                AND r.test_id = t.test_id AND r.test_etag = t.etag AND u.requested_at > $6 AND u.content_hash = $5
                AND coalesce(r.error_reason, '') NOT IN ('cancelled', 'waited_too_long')
                AND NOT (r.status = 'queued' AND u.requested_at <= $7)
              ORDER BY u.requested_at DESC, u.run_id DESC
              LIMIT 1) v ON true
     WHERE t.client_id = $1 AND t.data_env = $2 AND t.project_id = $3
     ORDER BY t.name COLLATE "C"
