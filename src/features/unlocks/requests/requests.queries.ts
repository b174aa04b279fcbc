import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { UNLOCK_COLUMNS } from '../lookup/unlock-rows.js';

/** Requests of a person ($4) for a call ($3) wait for each other: a first one has no row to lock. */
export const LOCK_REQUESTS = namedQuery('unlock_lock_requests')`
SELECT pg_advisory_xact_lock(hashtextextended(concat_ws(chr(10), 'pii unlocks', $1::text, $2::text, $3::text, $4::text), 0))`;

/** Locks the call $3 against erasure until the transaction ends. */
export const HOLD_CALL = namedQuery('unlock_hold_call')`
SELECT i.erased_at
  FROM call_index i
 WHERE i.client_id = $1 AND i.data_env = $2 AND i.call_id = $3
   FOR SHARE`;

/** The unlocks of the call $3, those of a person ($4; null: of all), newest first; at most $5. */
export const UNLOCKS_OF_CALL = namedQuery('unlocks_of_call')`
SELECT ${UNLOCK_COLUMNS}
  FROM call_pii_unlocks u
 WHERE u.client_id = $1 AND u.data_env = $2 AND u.call_id = $3 AND ($4::text IS NULL OR u.requested_by = $4)
 ORDER BY u.requested_at DESC, u.unlock_id DESC
 LIMIT $5`;

/** The unlock $4 of the call $3. */
export const UNLOCK = namedQuery('unlock_by_id')`
SELECT ${UNLOCK_COLUMNS}
  FROM call_pii_unlocks u
 WHERE u.client_id = $1 AND u.data_env = $2 AND u.call_id = $3 AND u.unlock_id = $4::uuid`;

/**
 * Writes a request: $3 its id, $4 the call, $5 kinds, $6 reason, $7 sealed note, $8 now, $9 the
 * person, $10 the role.
 */
export const INSERT_UNLOCK = namedQuery('unlock_insert')`
INSERT INTO call_pii_unlocks AS u (client_id, data_env, unlock_id, call_id, kinds, reason_code, note_encrypted,
       requested_at, requested_by, requested_role)
VALUES ($1, $2, $3::uuid, $4, $5::text[], $6, $7, $8, $9, $10)
RETURNING ${UNLOCK_COLUMNS}`;
