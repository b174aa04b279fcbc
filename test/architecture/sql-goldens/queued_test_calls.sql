SELECT t.test_call_id, t.to_number_encrypted, t.source, t.configuration, t.requested_at
      FROM project_test_calls t
      JOIN projects p ON p.client_id = t.client_id AND p.data_env = t.data_env AND p.project_id = t.project_id
     WHERE p.client_id = $1 AND p.data_env = $2 AND p.project_id = $3 AND p.lifecycle_state <> 'archived' AND t.status = 'queued'
     ORDER BY t.requested_at, t.test_call_id
     LIMIT $4
