SELECT count(*) AS total_calls,
       sum(c.duration_seconds) AS total_duration_seconds,
       count(*) FILTER (WHERE c.call_status = 'completed') AS billable_calls,
       sum(greatest(c.duration_seconds, $6::numeric)) FILTER (WHERE c.call_status = 'completed') AS billable_seconds
  FROM calls c
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.project_id = $3
   AND c.started_at_utc >= $4 AND c.started_at_utc < $5
