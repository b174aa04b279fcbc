import type { NamedQuery } from '../../../core/kernel/named-query.js';

/** Counts of some campaigns, of some kinds; each as many rows as it has values, however many contacts there are. */
export const CAMPAIGN_COUNTS: NamedQuery = {
  name: 'campaign_counts',
  text: `
SELECT campaign_id, counter, key, sum(value)::float8 AS value
  FROM campaign_counts
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = ANY($3::uuid[]) AND counter = ANY($4)
 GROUP BY campaign_id, counter, key`,
};
