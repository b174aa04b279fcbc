import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

const CHANGES = `
UPDATE call_index i SET legal_hold_since = CASE WHEN $4::boolean THEN now() END
 WHERE i.client_id = $1 AND i.data_env = $2 AND (i.legal_hold_since IS NULL) = $4`;

/** Sets or clears (by $4) the legal hold of the call $3; returns how many calls it changed. */
export const HOLD_CALL = namedQuery('legal_hold_call')`
WITH changed AS (${CHANGES} AND i.call_id = $3 RETURNING 1)
SELECT count(*)::integer AS changed,
       (SELECT count(*)::integer FROM call_index WHERE client_id = $1 AND data_env = $2 AND call_id = $3) AS known
  FROM changed`;

/** The same for the calls with the hashes $3. */
export const HOLD_CALLER = namedQuery('legal_hold_caller')`
WITH theirs AS MATERIALIZED (
     SELECT c.call_id FROM calls c
      WHERE c.client_id = $1 AND c.data_env = $2 AND c.caller_hash = ANY($3::bytea[]) AND c.caller_hash IS NOT NULL),
     changed AS (${CHANGES} AND i.call_id IN (SELECT call_id FROM theirs) RETURNING 1)
SELECT count(*)::integer AS changed, (SELECT count(*)::integer FROM theirs) AS known FROM changed`;

/** Which of the calls $3 are under legal hold, locked in the order of call_ids. */
export const LOCK_HOLDS = namedQuery('legal_hold_lock_calls')`
SELECT i.call_id AS "callId", i.legal_hold_since IS NOT NULL AS "isHeld"
  FROM call_index i
 WHERE i.client_id = $1 AND i.data_env = $2 AND i.call_id = ANY ($3::text[])
 ORDER BY i.call_id
   FOR SHARE`;
