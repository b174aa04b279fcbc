SELECT r.run_id, u.source, u.configuration, r.test_id, r.test_name, r.test_etag, t.etag, t.definition_encrypted
      FROM conversation_test_results r
      JOIN conversation_test_runs u
        ON u.client_id = r.client_id AND u.data_env = r.data_env AND u.project_id = r.project_id AND u.run_id = r.run_id
      LEFT JOIN conversation_tests t
        ON t.client_id = r.client_id AND t.data_env = r.data_env AND t.project_id = r.project_id AND t.test_id = r.test_id
     WHERE r.client_id = $1 AND r.data_env = $2 AND r.project_id = $3 AND (r.status = 'queued' OR (r.status = 'running' AND r.lease_expires_at <= $4))
       AND r.run_id = (SELECT o.run_id
                         FROM conversation_test_runs o
                         JOIN conversation_test_results r
                           ON r.client_id = o.client_id AND r.data_env = o.data_env AND r.project_id = o.project_id
                              AND r.run_id = o.run_id
                         JOIN projects p
                           ON p.client_id = o.client_id AND p.data_env = o.data_env AND p.project_id = o.project_id
                        WHERE r.client_id = $1 AND r.data_env = $2 AND r.project_id = $3 AND (r.status = 'queued' OR (r.status = 'running' AND r.lease_expires_at <= $4)) AND p.lifecycle_state <> 'archived'
                        ORDER BY o.requested_at, o.run_id
                        LIMIT 1)
     ORDER BY r.test_name COLLATE "C", r.test_id
     LIMIT $5
