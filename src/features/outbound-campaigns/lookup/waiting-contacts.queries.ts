import type { NamedQuery } from '../../../core/kernel/named-query.js';

/** How many contacts of running campaigns wait to be handed out, by project: read off the counts that writes of contacts keep. */
export const WAITING_CONTACTS: NamedQuery = {
  name: 'campaign_waiting_contacts',
  text: `
SELECT c.project_id, sum(n.value)::integer AS contacts
  FROM campaigns c
  JOIN campaign_counts n ON n.client_id = $1 AND n.data_env = $2 AND n.campaign_id = c.campaign_id AND n.counter = 'listed'
   AND split_part(n.key, '/', 1) IN ('pending', 'pending_dispatch', 'queued') AND split_part(n.key, '/', 2) = '-'
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.status = 'running'
 GROUP BY c.project_id
HAVING sum(n.value) > 0`,
};
