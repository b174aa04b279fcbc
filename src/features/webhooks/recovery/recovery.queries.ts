import type { NamedQuery } from '../../../core/kernel/named-query.js';

/**
 * At most $8 events of project $3 and types $4, appended from $5 on and before $6, that webhook $7 was neither told of nor is
 * to be: the earliest first, and each call's in its order.
 */
export const MISSED_EVENTS: NamedQuery = {
  name: 'webhook_missed_events',
  text: `
SELECT e.call_id, e.event_type, e.event_id, e.project_id, e.sequence, e.occurred_at_utc, e.appended_at
  FROM call_events e
 WHERE e.client_id = $1 AND e.data_env = $2 AND e.project_id = $3 AND e.event_type = ANY($4::text[])
   AND e.appended_at >= $5 AND e.appended_at < $6 AND e.sequence IS NOT NULL
   AND NOT EXISTS (
       SELECT FROM webhook_deliveries d
        WHERE d.client_id = $1 AND d.data_env = $2 AND d.webhook_id = $7 AND d.created_at >= $5 AND d.event_id = e.event_id
          AND d.status IN ('pending', 'retrying', 'succeeded'))
 ORDER BY e.appended_at, e.call_id, e.sequence
 LIMIT $8`,
};
