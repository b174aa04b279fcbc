import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Running campaigns, of the project $3 or, if that is null, of all projects. */
export const RUNNING_CAMPAIGNS = namedQuery('campaigns_running')`
SELECT campaign_id FROM campaigns
 WHERE client_id = $1 AND data_env = $2 AND status = 'running' AND ($3::text IS NULL OR project_id = $3)
 ORDER BY campaign_id`;
