UPDATE project_test_calls t SET status = $5
     WHERE t.client_id = $1 AND t.data_env = $2 AND t.project_id = $3 AND t.status = 'queued'
       AND t.test_call_id = ANY($4::uuid[])
    RETURNING t.test_call_id
