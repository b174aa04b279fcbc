WITH raw_hours AS MATERIALIZED (
     SELECT m.hour_utc FROM call_rollup_dirty_hours m
      WHERE m.client_id = $1 AND m.data_env = $2 AND m.project_id = $5 AND m.hour_utc > $3::timestamptz - interval '1 hour' AND m.hour_utc < $4
      UNION
     SELECT unnest($7::timestamptz[])),
     parts AS (
     SELECT width_bucket(r.hour_utc, $6::timestamptz[]) AS bucket,
            sum(r.total_calls) AS total_calls,
            sum(r.completed_calls) AS completed_calls,
            sum(r.missed_calls) AS missed_calls,
            sum(r.failed_calls) AS failed_calls,
            sum(r.total_duration_seconds) AS total_duration_seconds,
            sum(r.duration_known) AS duration_known
       FROM call_rollups r
      WHERE r.client_id = $1 AND r.data_env = $2 AND r.project_id = $5 AND r.hour_utc >= $3 AND r.hour_utc < $4
        AND NOT EXISTS (SELECT FROM raw_hours h WHERE h.hour_utc = r.hour_utc)
      GROUP BY 1
      UNION ALL
     SELECT width_bucket(c.started_at_utc, $6::timestamptz[]) AS bucket,
            count(*) AS total_calls,
            count(*) FILTER (WHERE c.call_status = 'completed') AS completed_calls,
            count(*) FILTER (WHERE c.call_status = 'missed') AS missed_calls,
            count(*) FILTER (WHERE c.call_status = 'failed') AS failed_calls,
            sum(c.duration_seconds) AS total_duration_seconds,
            count(c.duration_seconds) AS duration_known
       FROM raw_hours h
      CROSS JOIN LATERAL (
            SELECT c.* FROM calls c
             WHERE c.client_id = $1 AND c.data_env = $2 AND c.project_id = $5 AND c.started_at_utc >= $3 AND c.started_at_utc < $4
               AND c.started_at_utc >= h.hour_utc AND c.started_at_utc < h.hour_utc + interval '1 hour'
            OFFSET 0) c
      GROUP BY 1)
SELECT p.bucket,
       sum(p.total_calls) AS total_calls,
            sum(p.completed_calls) AS completed_calls,
            sum(p.missed_calls) AS missed_calls,
            sum(p.failed_calls) AS failed_calls,
            sum(p.total_duration_seconds) AS total_duration_seconds,
            sum(p.duration_known) AS duration_known
  FROM parts p
 GROUP BY p.bucket
