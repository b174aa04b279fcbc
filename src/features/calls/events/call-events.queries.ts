import type { NamedQuery } from '../../../core/kernel/named-query.js';

const COLUMNS =
  'e.call_id, e.event_type, e.event_id, e.project_id, e.sequence, e.occurred_at_utc, e.appended_at';

/** The events of calls $3, in the order of each call. */
export const EVENTS_OF_CALLS: NamedQuery = {
  name: 'call_events_of_calls',
  text: `
SELECT ${COLUMNS} FROM call_events e
 WHERE e.client_id = $1 AND e.data_env = $2 AND e.call_id = ANY($3::text[]) AND e.sequence IS NOT NULL
 ORDER BY e.call_id, e.sequence`,
};
