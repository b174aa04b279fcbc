import { namedQuery, type NamedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { bucketOf, CLEAR_LEASES, minuteOf } from '../rules/leases.queries.js';

/**
 * Adds the current use to the quarter of an hour of $3, for the client ('') and each project that
 * uses any. A second sample in the same minute adds nothing.
 */
export const SAMPLE = namedQuery('capacity_sample')`
WITH cleared AS (${CLEAR_LEASES}),
     in_use AS (
     SELECT coalesce(l.project_id, '') AS project_id, count(*)::integer AS in_use FROM capacity_leases l
      WHERE l.client_id = $1 AND l.data_env = $2 AND NOT l.is_waiting AND l.expires_at > statement_timestamp()
      GROUP BY GROUPING SETS ((l.project_id), ()) HAVING count(*) > 0),
     added AS (
     INSERT INTO capacity_samples (client_id, data_env, project_id, bucket_start, peak_in_use, in_use_sum, sampled_at)
     SELECT $1, $2, u.project_id, ${bucketOf('$3')}, u.in_use, u.in_use, ${minuteOf('$3')}
       FROM in_use u ORDER BY u.project_id
         ON CONFLICT (client_id, data_env, project_id, bucket_start)
         DO UPDATE SET peak_in_use = greatest(capacity_samples.peak_in_use, excluded.peak_in_use),
                       in_use_sum = capacity_samples.in_use_sum + excluded.in_use_sum, sampled_at = excluded.sampled_at
      WHERE capacity_samples.sampled_at < excluded.sampled_at
  RETURNING project_id)
SELECT EXISTS (SELECT FROM in_use) AS is_used, EXISTS (SELECT FROM added) AS is_added`;

/**
 * Removes at most $2 samples, and as many counts of refused slots, from before $1, of all tenants
 * of the store.
 */
export const PRUNE_HISTORY: NamedQuery = {
  name: 'capacity_prune_history',
  ofStore: true,
  text: 'SELECT prune_capacity_history($1, $2) AS removed',
};
