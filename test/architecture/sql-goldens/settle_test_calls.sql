UPDATE project_test_calls t
       SET status = $5, failure_reason = $7,
           taken_at = CASE WHEN $5 = 'placed' THEN $6::timestamptz END,
           ended_at = CASE WHEN $7 = 'waited_too_long' THEN t.requested_at + $8::integer * interval '1 millisecond'
                           WHEN $5 <> 'placed' THEN $6::timestamptz END
     WHERE t.client_id = $1 AND t.data_env = $2 AND t.project_id = $3 AND t.status = 'queued'
       AND t.test_call_id = ANY($4::uuid[])
    RETURNING t.test_call_id
