SELECT n.total, c.*
      FROM (SELECT count(*)::integer AS total FROM (SELECT t.test_call_id, t.source, t.configuration, t.version_number, t.to_number_masked, t.requested_at,
                   t.requested_by, t.taken_at, t.answered_at, t.outcome, t.call_id, t.stages,
                   CASE WHEN t.status = 'queued' AND t.requested_at <= $6 THEN t.requested_at + $7::integer * interval '1 millisecond'
                        ELSE t.ended_at END AS ended_at,
                   CASE WHEN t.status IN ('placed', 'in_call') AND coalesce(t.reported_at, t.taken_at) < $4 THEN 'failed' WHEN t.status = 'queued' AND t.requested_at <= $6 THEN 'expired'
                        ELSE t.status END AS status,
                   CASE WHEN t.status IN ('placed', 'in_call') AND coalesce(t.reported_at, t.taken_at) < $4 THEN 'runtime_silent' WHEN t.status = 'queued' AND t.requested_at <= $6 THEN 'waited_too_long'
                        ELSE t.failure_reason END AS failure_reason,
                   t.redaction_status, t.transcript_encrypted
              FROM project_test_calls t
             WHERE t.client_id = $1 AND t.data_env = $2 AND t.project_id = $3 AND t.requested_at > $5) k WHERE ($8::text IS NULL OR k.status = $8) AND ($9::text IS NULL OR k.source = $9)) n
      LEFT JOIN (SELECT k.test_call_id, k.source, k.configuration, k.version_number, k.to_number_masked, k.requested_at,
           k.requested_by, k.taken_at, k.answered_at, k.ended_at, k.outcome, k.call_id, k.stages, k.status, k.failure_reason FROM (SELECT t.test_call_id, t.source, t.configuration, t.version_number, t.to_number_masked, t.requested_at,
                   t.requested_by, t.taken_at, t.answered_at, t.outcome, t.call_id, t.stages,
                   CASE WHEN t.status = 'queued' AND t.requested_at <= $6 THEN t.requested_at + $7::integer * interval '1 millisecond'
                        ELSE t.ended_at END AS ended_at,
                   CASE WHEN t.status IN ('placed', 'in_call') AND coalesce(t.reported_at, t.taken_at) < $4 THEN 'failed' WHEN t.status = 'queued' AND t.requested_at <= $6 THEN 'expired'
                        ELSE t.status END AS status,
                   CASE WHEN t.status IN ('placed', 'in_call') AND coalesce(t.reported_at, t.taken_at) < $4 THEN 'runtime_silent' WHEN t.status = 'queued' AND t.requested_at <= $6 THEN 'waited_too_long'
                        ELSE t.failure_reason END AS failure_reason,
                   t.redaction_status, t.transcript_encrypted
              FROM project_test_calls t
             WHERE t.client_id = $1 AND t.data_env = $2 AND t.project_id = $3 AND t.requested_at > $5) k WHERE ($8::text IS NULL OR k.status = $8) AND ($9::text IS NULL OR k.source = $9)
                  ORDER BY k.requested_at DESC, k.test_call_id DESC
                  LIMIT $10::bigint OFFSET $11::bigint) c ON true
     ORDER BY c.requested_at DESC, c.test_call_id DESC
