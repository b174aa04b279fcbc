import { namedQuery, type NamedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Creates partitions for the coming days and drops those that ended 30 days ago. */
export const TURN_WEBHOOK_DAYS: NamedQuery = {
  name: 'webhook_turn_days',
  text: `SELECT open_webhook_days(), drop_webhook_days()`,
  ofStore: true,
};

/** Deletes at most $3 positions of calls whose events have been deleted. */
export const FORGET_POSITIONS = namedQuery('webhook_positions_forget')`
WITH old AS (
  SELECT p.call_id FROM webhook_positions p
   WHERE p.client_id = $1 AND p.data_env = $2 AND p.updated_at < now() - interval '31 days'
   ORDER BY p.updated_at LIMIT $3)
DELETE FROM webhook_positions p USING old
 WHERE p.client_id = $1 AND p.data_env = $2 AND p.call_id = old.call_id
RETURNING 1`;
