WITH raw_hours AS MATERIALIZED (
     SELECT m.hour_utc FROM call_rollup_dirty_hours m
      WHERE m.client_id = $1 AND m.data_env = $2 AND m.project_id = $5 AND m.hour_utc > $3::timestamptz - interval '1 hour' AND m.hour_utc < $4
      UNION
     SELECT unnest($7::timestamptz[])),
     parts AS (
     SELECT width_bucket(r.hour_utc, $6::timestamptz[]) AS bucket,
            sum(r.outcome_resolved) AS outcome_resolved,
            sum(r.outcome_transferred) AS outcome_transferred,
            sum(r.outcome_follow_up_required) AS outcome_follow_up_required,
            sum(r.outcome_abandoned) AS outcome_abandoned,
            sum(r.outcome_caller_hangup) AS outcome_caller_hangup,
            sum(r.outcome_timeout) AS outcome_timeout,
            sum(r.outcome_technical_failure) AS outcome_technical_failure,
            sum(r.outcome_unclassified) AS outcome_unclassified,
            sum(r.booking_count) AS booking_count,
            sum(r.transfer_count) AS transfer_count
       FROM call_rollups r
      WHERE r.client_id = $1 AND r.data_env = $2 AND r.project_id = $5 AND r.hour_utc >= $3 AND r.hour_utc < $4
        AND NOT EXISTS (SELECT FROM raw_hours h WHERE h.hour_utc = r.hour_utc)
      GROUP BY 1
      UNION ALL
     SELECT width_bucket(c.started_at_utc, $6::timestamptz[]) AS bucket,
            count(*) FILTER (WHERE f.outcome = 'resolved') AS outcome_resolved,
            count(*) FILTER (WHERE f.outcome = 'transferred') AS outcome_transferred,
            count(*) FILTER (WHERE f.outcome = 'follow_up_required') AS outcome_follow_up_required,
            count(*) FILTER (WHERE f.outcome = 'abandoned') AS outcome_abandoned,
            count(*) FILTER (WHERE f.outcome = 'caller_hangup') AS outcome_caller_hangup,
            count(*) FILTER (WHERE f.outcome = 'timeout') AS outcome_timeout,
            count(*) FILTER (WHERE f.outcome = 'technical_failure') AS outcome_technical_failure,
            count(*) FILTER (WHERE f.outcome = 'unclassified') AS outcome_unclassified,
            count(*) FILTER (WHERE c.booking_created) AS booking_count,
            count(*) FILTER (WHERE c.transfer_completed) AS transfer_count
       FROM raw_hours h
      CROSS JOIN LATERAL (
            SELECT c.* FROM calls c
             WHERE c.client_id = $1 AND c.data_env = $2 AND c.project_id = $5 AND c.started_at_utc >= $3 AND c.started_at_utc < $4
               AND c.started_at_utc >= h.hour_utc AND c.started_at_utc < h.hour_utc + interval '1 hour'
            OFFSET 0) c
 CROSS JOIN LATERAL (SELECT CASE WHEN c.resolution_status IN ('resolved', 'transferred', 'follow_up_required', 'abandoned', 'caller_hangup', 'timeout', 'technical_failure') THEN c.resolution_status WHEN c.resolution_status = 'escalated' AND c.transfer_completed THEN 'transferred' ELSE 'unclassified' END AS outcome OFFSET 0) f
      GROUP BY 1)
SELECT p.bucket,
       sum(p.outcome_resolved) AS outcome_resolved,
            sum(p.outcome_transferred) AS outcome_transferred,
            sum(p.outcome_follow_up_required) AS outcome_follow_up_required,
            sum(p.outcome_abandoned) AS outcome_abandoned,
            sum(p.outcome_caller_hangup) AS outcome_caller_hangup,
            sum(p.outcome_timeout) AS outcome_timeout,
            sum(p.outcome_technical_failure) AS outcome_technical_failure,
            sum(p.outcome_unclassified) AS outcome_unclassified,
            sum(p.booking_count) AS booking_count,
            sum(p.transfer_count) AS transfer_count
  FROM parts p
 GROUP BY p.bucket
