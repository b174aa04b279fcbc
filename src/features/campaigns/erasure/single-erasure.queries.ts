import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/**
 * The next $6 single calls with the hash $3 after $4, requested until $5, locked in the order of
 * their ids. The hash is looked up separately first, as with contacts.
 */
export const LOCK_SINGLES_TO_ERASE = namedQuery('single_erasure_lock')`
WITH theirs AS MATERIALIZED (
     SELECT dispatch_id, requested_at
       FROM single_dispatches
      WHERE client_id = $1 AND data_env = $2 AND phone_hash = $3)
SELECT dispatch_id AS "dispatchId", status
  FROM single_dispatches
 WHERE client_id = $1 AND data_env = $2 AND phone_hash = $3
   AND dispatch_id = ANY (ARRAY(
       SELECT dispatch_id FROM theirs WHERE dispatch_id > $4 AND requested_at <= $5 ORDER BY dispatch_id LIMIT $6))
 ORDER BY dispatch_id
   FOR UPDATE`;

/**
 * The dispatches of the claimed single calls $3; a separate statement after their lock, so that it
 * sees the last claim.
 */
export const DISPATCHES_OF_SINGLES = namedQuery('single_erasure_dispatches')`
SELECT dispatch_id AS "dispatchId", status = 'ended' AS "isOver", call_id AS "callId"
  FROM dispatches
 WHERE client_id = $1 AND data_env = $2 AND dispatch_id = ANY ($3::uuid[])`;

/** Refuses the waiting single calls $3. */
export const REFUSE_ERASED = namedQuery('single_erasure_refuse')`
UPDATE single_dispatches SET status = 'refused', refused_codes = '["not_taken"]'
 WHERE client_id = $1 AND data_env = $2 AND dispatch_id = ANY ($3::uuid[])`;

/**
 * Removes all personal data from the single calls $3, with the replacement $4 for the hash, and
 * counts them for the erasure $5.
 */
export const ERASE_SINGLES = namedQuery('single_erasure_erase')`
WITH erased AS (
     UPDATE single_dispatches SET phone_hash = $4, call = '{}'
      WHERE client_id = $1 AND data_env = $2 AND dispatch_id = ANY ($3::uuid[])
  RETURNING 1)
UPDATE contact_erasures SET erased_contacts = erased_contacts + (SELECT count(*) FROM erased)
 WHERE client_id = $1 AND data_env = $2 AND erasure_id = $5`;
