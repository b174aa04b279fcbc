/**
 * SQL of how many contacts of running campaigns of client $1 and environment $2 may be called and have not been handed out yet, as
 * (project_id, contacts), of projects that have any: read off the counts that writes of contacts keep. Those whose next attempt has
 * its time are not among them.
 */
export const WAITING_CONTACTS = `
SELECT c.project_id, sum(n.value)::integer AS contacts
  FROM campaigns c
  JOIN campaign_counts n ON n.client_id = $1 AND n.data_env = $2 AND n.campaign_id = c.campaign_id AND n.counter = 'listed'
   AND split_part(n.key, '/', 1) IN ('pending', 'pending_dispatch', 'queued') AND split_part(n.key, '/', 2) = '-'
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.status = 'running'
 GROUP BY c.project_id
HAVING sum(n.value) > 0`;
