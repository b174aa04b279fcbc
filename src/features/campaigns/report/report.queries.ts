import type { NamedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { countedOf, COUNTERS } from '../counts/campaign-counts.queries.js';

/**
 * The figures of a report on the campaign $3: its counts, and the contacts that are due again by
 * $4, counted by an index. It keeps its plan: planning it each time takes more than twice as long
 * as reading.
 */
export const REPORTED_CAMPAIGN: NamedQuery = {
  name: 'campaign_reported',
  keepsPlan: true,
  text: `
SELECT c.campaign_id AS "campaignId", c.project_id AS "projectId", c.status, c.updated_at AS "updatedAt",
       (SELECT count(*)::integer FROM campaign_contacts k
         WHERE k.client_id = $1 AND k.data_env = $2 AND k.campaign_id = $3 AND NOT c.is_closing
           AND k.status = 'retry_scheduled' AND k.next_attempt_at <= $4) AS due,
       ${countedOf('c', COUNTERS)} AS counted
  FROM campaigns c
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.campaign_id = $3`,
};
