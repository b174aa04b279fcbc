import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Adds a line to the log of the campaign $3, at $4: the action $5, the status before and after it ($6, $7), and who did it ($8, $9). */
export const LOG_ACTION = namedQuery('campaign_log_action')`
INSERT INTO campaign_log (client_id, data_env, campaign_id, occurred_at, action, from_status, to_status, actor_kind, actor_id)
VALUES ($1, $2, $3::uuid, $4, $5, $6, $7, $8, $9)`;
