import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** What changes the contacts of the campaign $3 at $4 changes what lists of campaigns show. */
export const TOUCH_CAMPAIGN = namedQuery('campaign_touch')`
UPDATE campaigns SET updated_at = $4, revision = revision + 1
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3`;
