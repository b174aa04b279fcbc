SELECT w.project_id, sum(w.calls)::integer AS test_calls, sum(w.tests)::integer AS conversation_tests
      FROM (SELECT t.client_id, t.data_env, t.project_id, 1 AS calls, 0 AS tests
              FROM project_test_calls t
             WHERE t.client_id = $1 AND t.data_env = $2 AND t.status = 'queued' AND t.requested_at > $4
             UNION ALL
            SELECT r.client_id, r.data_env, r.project_id, 0, 1
              FROM conversation_test_results r
              JOIN conversation_test_runs u
                ON u.client_id = r.client_id AND u.data_env = r.data_env AND u.project_id = r.project_id AND u.run_id = r.run_id
             WHERE r.client_id = $1 AND r.data_env = $2
               AND ((r.status = 'queued' AND u.requested_at > $5)
                    OR (r.status = 'running' AND r.lease_expires_at <= $3 AND r.lease_expires_at > $5
                        AND r.attempt < $6))) w
      JOIN projects p ON p.client_id = w.client_id AND p.data_env = w.data_env AND p.project_id = w.project_id
     WHERE p.lifecycle_state <> 'archived'
     GROUP BY w.project_id
     ORDER BY w.project_id
     LIMIT 100
