import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { IS_MISSED_INBOUND, IS_UPSET } from '../../call-records/call-records.sql.js';

/** Older calls come from imports, and it is too late to call back. */
const NEWEST = `interval '7 days'`;

// The follow-ups of the erased calls in an array. Each call is looked up by its whole key (ADR 19):
// a join may scan all calls of the client for each of them.
const forget = (calls: string): string => `
DELETE FROM call_follow_ups f
 WHERE f.client_id = $1 AND f.data_env = $2 AND f.call_id = ANY (${calls}::text[])
   AND (SELECT i.erased_at FROM call_index i
         WHERE i.client_id = $1 AND i.data_env = $2 AND i.call_id = f.call_id) IS NOT NULL`;

/** Removes the follow-ups of those calls $3 that were erased. */
export const FORGET_FOLLOW_UPS = namedQuery('follow_up_forget')`${forget('$3')}`;

/**
 * Opens a follow-up at $5 for the calls $3, begun at $4, that the client's settings select. A call
 * keeps an existing one, and an erased call gets none: the calls $6, which arrived erased, lose
 * theirs.
 */
export const FOLLOW_UP_BY_RULE = namedQuery('follow_up_by_rule')`
WITH forgotten AS (${forget('$6')}),
     rule AS MATERIALIZED (
     SELECT missed_inbound, upset_callers FROM follow_up_settings
      WHERE client_id = $1 AND data_env = $2 AND (missed_inbound OR upset_callers))
INSERT INTO call_follow_ups (client_id, data_env, call_id, state, reason, tag_hashes, created_at, updated_at)
SELECT $1, $2, c.call_id, 'open', CASE WHEN ${IS_MISSED_INBOUND} THEN 'missed_inbound' ELSE 'upset_caller' END,
       '{}', $5, $5
  FROM rule s
 CROSS JOIN unnest($3::text[], $4::timestamptz[]) AS changed (call_id, started_at_utc)
 CROSS JOIN LATERAL (
       SELECT k.call_id, k.call_status, k.direction, k.sentiment, k.caller_sentiment FROM calls k
        WHERE k.client_id = $1 AND k.data_env = $2 AND k.call_id = changed.call_id
          AND k.started_at_utc = changed.started_at_utc
        LIMIT 1) c
 WHERE ((s.missed_inbound AND ${IS_MISSED_INBOUND}) OR (s.upset_callers AND ${IS_UPSET}))
   AND changed.started_at_utc > $5::timestamptz - ${NEWEST}
   AND (SELECT i.erased_at IS NULL FROM call_index i
         WHERE i.client_id = $1 AND i.data_env = $2 AND i.call_id = c.call_id)
    ON CONFLICT DO NOTHING`;
