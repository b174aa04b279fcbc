// Text that statements about leases share; without values.

/** Deletes expired leases. A lease that another transaction is renewing stays, and counts. */
export const CLEAR_LEASES = `
     DELETE FROM capacity_leases l
      WHERE l.client_id = $1 AND l.data_env = $2 AND l.ctid = ANY (ARRAY(
            SELECT e.ctid FROM capacity_leases e
             WHERE e.client_id = $1 AND e.data_env = $2 AND e.expires_at <= statement_timestamp()
               FOR UPDATE SKIP LOCKED))
  RETURNING l.project_id, l.is_inbound, l.is_waiting`;

/** The quarter of an hour, and the minute, of an instant that is a parameter. */
export const bucketOf = (parameter: string): string =>
  `date_bin('15 minutes', ${parameter}::timestamptz, '2000-01-01Z')`;
export const minuteOf = (parameter: string): string =>
  `date_bin('1 minute', ${parameter}::timestamptz, '2000-01-01Z')`;

/**
 * Raises the peaks of the quarter of an hour of `$now` to the values of `source` (project_id,
 * in_use) if those are higher: usually they are not, and nothing is written.
 */
export const raisePeaks = (source: string, now: string): string => `
     INSERT INTO capacity_samples (client_id, data_env, project_id, bucket_start, peak_in_use, in_use_sum, sampled_at)
     SELECT $1, $2, u.project_id, ${bucketOf(now)}, u.in_use, 0, '-infinity'
       FROM ${source} u
      WHERE u.in_use > 0 AND NOT EXISTS (
            SELECT FROM capacity_samples s
             WHERE s.client_id = $1 AND s.data_env = $2 AND s.project_id = u.project_id
               AND s.bucket_start = ${bucketOf(now)} AND s.peak_in_use >= u.in_use)
      ORDER BY u.project_id
         ON CONFLICT (client_id, data_env, project_id, bucket_start)
         DO UPDATE SET peak_in_use = greatest(capacity_samples.peak_in_use, excluded.peak_in_use)`;
