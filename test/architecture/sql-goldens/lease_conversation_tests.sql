UPDATE conversation_test_results r
       SET status = 'running', attempt = r.attempt + 1, lease_expires_at = $7, started_at = coalesce(r.started_at, $4)
     WHERE r.client_id = $1 AND r.data_env = $2 AND r.project_id = $3 AND r.run_id = $5::uuid AND r.test_id IN (
             SELECT r.test_id FROM conversation_test_results r
              WHERE r.client_id = $1 AND r.data_env = $2 AND r.project_id = $3 AND r.run_id = $5::uuid AND r.test_id = ANY($6::uuid[]) AND (r.status = 'queued' OR (r.status = 'running' AND r.lease_expires_at <= $4))
                FOR UPDATE SKIP LOCKED)
    RETURNING r.test_id, r.attempt
