import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Records a change of contacts of the campaign $3 at $4 by $5, because lists of campaigns show it. */
export const TOUCH_CAMPAIGN = namedQuery('campaign_touch')`
UPDATE campaigns SET updated_at = $4, updated_by = $5, revision = revision + 1
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3`;
