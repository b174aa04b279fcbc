import { namedQuery, type NamedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { BY_KEY } from '../../call-records/rules/by-key.js';

const COLUMNS =
  'e.call_id, e.event_type, e.event_id, e.project_id, e.sequence, e.occurred_at_utc, e.appended_at';

/**
 * Runs before statements that look up rows of some calls. When PostgreSQL plans for a new client or
 * a new month, the tables look almost empty; a moment later they contain thousands of calls, and
 * the plan would scan all of them for each call. This leaves the planner only the index on the key,
 * in its order.
 */
export const READ_BY_KEY: NamedQuery = {
  name: 'call_events_read_by_key',
  ofStore: true,
  text: `SELECT ${BY_KEY}`,
};

/**
 * The events of calls $3, each named once, in the order of each call. They are requested in the
 * order that only the primary key has.
 */
export const EVENTS_OF_CALLS = namedQuery('call_events_of_calls')`
SELECT ${COLUMNS}
  FROM unnest($3::text[]) AS asked (call_id)
 CROSS JOIN LATERAL (
       SELECT * FROM call_events k
        WHERE k.client_id = $1 AND k.data_env = $2 AND k.call_id = asked.call_id AND k.sequence IS NOT NULL
        ORDER BY k.event_type) e
 ORDER BY e.call_id, e.sequence`;
