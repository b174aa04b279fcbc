SELECT r.status, r.attempt, r.lease_expires_at, r.assertions, r.error_reason, r.assertion_count
      FROM conversation_test_results r
     WHERE r.client_id = $1 AND r.data_env = $2 AND r.project_id = $3 AND r.run_id = $4::uuid AND r.test_id = $5::uuid
       FOR NO KEY UPDATE
