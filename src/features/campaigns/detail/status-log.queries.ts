import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

// More than a manually controlled campaign ever has. For one that its circuit breaker pauses
// repeatedly, the last days are shown.
const LAST_CHANGES = 50;

/**
 * The last lines of the log of campaign $3, newest first. Ids are made in the order of the changes,
 * under the campaign's lock.
 */
export const STATUS_LOG = namedQuery('campaign_status_log')`
SELECT occurred_at, actor_kind, actor_id, action, from_status, to_status, reason
  FROM campaign_log
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3
 ORDER BY entry_id DESC LIMIT ${LAST_CHANGES}`;
