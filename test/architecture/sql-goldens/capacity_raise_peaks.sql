WITH in_use AS (
     SELECT coalesce(l.project_id, '') AS project_id, count(*) AS in_use FROM capacity_leases l
      WHERE l.client_id = $1 AND l.data_env = $2 AND NOT l.is_waiting AND l.expires_at > statement_timestamp()
      GROUP BY GROUPING SETS ((l.project_id), ()))

     INSERT INTO capacity_samples (client_id, data_env, project_id, bucket_start, peak_in_use, in_use_sum, sampled_at)
     SELECT $1, $2, u.project_id, date_bin('15 minutes', $3::timestamptz, '2000-01-01Z'), u.in_use, 0, '-infinity'
       FROM in_use u
      WHERE u.in_use > 0 AND NOT EXISTS (
            SELECT FROM capacity_samples s
             WHERE s.client_id = $1 AND s.data_env = $2 AND s.project_id = u.project_id
               AND s.bucket_start = date_bin('15 minutes', $3::timestamptz, '2000-01-01Z') AND s.peak_in_use >= u.in_use)
      ORDER BY u.project_id
         ON CONFLICT (client_id, data_env, project_id, bucket_start)
         DO UPDATE SET peak_in_use = greatest(capacity_samples.peak_in_use, excluded.peak_in_use)
