WITH cleared AS (
     DELETE FROM capacity_leases l
      WHERE l.client_id = $1 AND l.data_env = $2 AND l.ctid = ANY (ARRAY(
            SELECT e.ctid FROM capacity_leases e
             WHERE e.client_id = $1 AND e.data_env = $2 AND e.expires_at <= statement_timestamp()
               FOR UPDATE SKIP LOCKED))
  RETURNING l.project_id, l.is_inbound, l.is_waiting),
     in_use AS (
     SELECT coalesce(l.project_id, '') AS project_id, count(*)::integer AS in_use FROM capacity_leases l
      WHERE l.client_id = $1 AND l.data_env = $2 AND NOT l.is_waiting AND l.expires_at > statement_timestamp()
      GROUP BY GROUPING SETS ((l.project_id), ()) HAVING count(*) > 0),
     added AS (
     INSERT INTO capacity_samples (client_id, data_env, project_id, bucket_start, peak_in_use, in_use_sum, sampled_at)
     SELECT $1, $2, u.project_id, date_bin('15 minutes', $3::timestamptz, '2000-01-01Z'), u.in_use, u.in_use, date_bin('1 minute', $3::timestamptz, '2000-01-01Z')
       FROM in_use u ORDER BY u.project_id
         ON CONFLICT (client_id, data_env, project_id, bucket_start)
         DO UPDATE SET peak_in_use = greatest(capacity_samples.peak_in_use, excluded.peak_in_use),
                       in_use_sum = capacity_samples.in_use_sum + excluded.in_use_sum, sampled_at = excluded.sampled_at
      WHERE capacity_samples.sampled_at < excluded.sampled_at
  RETURNING project_id)
SELECT EXISTS (SELECT FROM in_use) AS is_used, EXISTS (SELECT FROM added) AS is_added
