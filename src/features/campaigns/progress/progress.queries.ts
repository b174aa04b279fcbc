import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { countedOf } from '../counts/campaign-counts.queries.js';

/** The statuses of campaigns $3, and the counts of their contacts. */
export const CAMPAIGN_STATUSES_OF = namedQuery('campaign_statuses_of')`
SELECT c.campaign_id AS "campaignId", c.status, c.status_reason AS "statusReason",
       ${countedOf('c', ['status', 'callable'])} AS counted
  FROM campaigns c
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.campaign_id = ANY ($3::uuid[])`;
