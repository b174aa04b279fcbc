import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Serializes recoveries of webhook $3: each sees the deliveries that earlier ones have queued. */
export const TAKE_RECOVERY_TURN = namedQuery('webhook_recovery_turn')`
    SELECT pg_advisory_xact_lock(hashtextextended(concat_ws(chr(10), 'webhook-recovery', $1::text, $2::text, $3::text), 0))`;

/**
 * At most $8 events of project $3 and types $4, appended at or after $5 and before $6, that webhook
 * $7 neither got nor will get: earliest first, and those of a call in order. An event after the
 * position of its call will still get deliveries, while the call has a work item of kind $9.
 */
export const MISSED_EVENTS = namedQuery('webhook_missed_events')`
SELECT e.call_id, e.event_type, e.event_id, e.project_id, e.sequence, e.occurred_at_utc, e.appended_at
  FROM call_events e
 WHERE e.client_id = $1 AND e.data_env = $2 AND e.project_id = $3 AND e.event_type = ANY($4::text[])
   AND e.appended_at >= $5 AND e.appended_at < $6 AND e.sequence IS NOT NULL
   AND NOT EXISTS (
       SELECT FROM webhook_deliveries d
        WHERE d.client_id = $1 AND d.data_env = $2 AND d.webhook_id = $7 AND d.created_at >= $5 AND d.event_id = e.event_id
          AND d.status IN ('pending', 'retrying', 'succeeded'))
   AND NOT (EXISTS (
       SELECT FROM work_items m
        WHERE m.client_id = $1 AND m.data_env = $2 AND m.kind = $9 AND m.key = e.call_id)
       AND e.sequence > coalesce((
       SELECT p.sequence FROM webhook_positions p
        WHERE p.client_id = $1 AND p.data_env = $2 AND p.call_id = e.call_id), 0))
 ORDER BY e.appended_at, e.call_id, e.sequence
 LIMIT $8`;
