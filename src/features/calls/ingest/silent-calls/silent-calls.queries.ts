import { namedQuery } from '../../../../core/database/unit-of-work/named-query.js';

// The condition of the index calls_open.
const IS_OPEN = `c.call_status IN ('queued', 'ringing', 'in_progress')`;

/** At most $4 calls that have not ended, began before $3 and were last reported before it. */
export const SILENT_CALLS = namedQuery('silent_calls')`
SELECT c.call_id AS "callId", c.started_at_utc AS "startedAt" FROM calls c
 WHERE c.client_id = $1 AND c.data_env = $2 AND ${IS_OPEN} AND c.updated_at <= $3 AND c.started_at_utc <= $3
 ORDER BY c.updated_at LIMIT $4`;

/** Locks the calls $3 against ingest; calls with a report in progress are not silent. */
export const HOLD_SILENT_CALLS = namedQuery('silent_calls_hold')`
SELECT call_id, started_at_utc AS prior_started_at_utc, started_at_utc < now() - interval '30 days' AS prior_is_old
  FROM call_index
 WHERE client_id = $1 AND data_env = $2 AND call_id = ANY ($3::text[])
 ORDER BY call_id FOR UPDATE SKIP LOCKED`;

/**
 * Ends those of the calls $3, begun at $4, that are still open and were last reported before $5. A
 * later report overrides that.
 */
export const END_SILENT_CALLS = namedQuery('silent_calls_end')`
UPDATE calls c SET call_status = 'failed', status_detail = 'runtime_silent', updated_at = now()
  FROM unnest($3::text[], $4::timestamptz[]) AS held (call_id, started_at_utc)
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.call_id = held.call_id AND c.started_at_utc = held.started_at_utc
   AND ${IS_OPEN} AND c.updated_at <= $5
RETURNING c.call_id AS "callId", c.project_id AS "projectId", c.campaign_id AS "campaignId", c.contact_id AS "contactId",
          c.direction, c.revision, c.started_at_utc AS "startedAt", coalesce(c.ended_at_utc, c.started_at_utc) AS "endedAt"`;
