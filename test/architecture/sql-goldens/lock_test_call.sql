SELECT t.status, t.last_sequence, t.outcome, t.failure_reason, t.call_id, t.taken_at, t.answered_at
      FROM project_test_calls t
     WHERE t.client_id = $1 AND t.data_env = $2 AND t.project_id = $3 AND t.test_call_id = $4::uuid
       FOR NO KEY UPDATE
