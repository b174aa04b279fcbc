import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

// One lock for each project and one for the whole client: $3 is null there, and concat_ws leaves
// null out.
const lockKey = (project: string): string =>
  `hashtextextended(concat_ws(chr(10), 'opt_outs', $1::text, $2::text${project}), 0)`;
const OF_CLIENT = lockKey('');
const OF_PROJECT = lockKey(', $3::text');

/** Makes opt-outs of project $3 and of the whole client wait until the transaction ends. */
export const HOLD_OPT_OUTS = namedQuery('opt_outs_hold')`
    SELECT pg_advisory_xact_lock_shared(${OF_CLIENT}), pg_advisory_xact_lock_shared(${OF_PROJECT})`;

/**
 * Waits for those who hold opt-outs of the project $3 back, null being all of the client's, and
 * then keeps them waiting.
 */
export const BEGIN_OPT_OUT = namedQuery('opt_outs_begin')`SELECT pg_advisory_xact_lock(${OF_PROJECT})`;

/** Those of the hashes $4 that may not be called in the project $3. */
export const SUPPRESSED_AMONG = namedQuery('suppressed_among')`
SELECT DISTINCT encode(phone_hash, 'hex') AS hash
  FROM suppressions
 WHERE client_id = $1 AND data_env = $2 AND phone_hash = ANY($4::bytea[])
   AND (project_id IS NULL OR project_id = $3)`;
