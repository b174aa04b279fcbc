import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

// One lock for each project and one for the whole client, for which $3 is null: concat_ws skips
// null.
const lockKey = (project: string): string =>
  `hashtextextended(concat_ws(chr(10), 'opt_outs', $1::text, $2::text${project}), 0)`;
const OF_CLIENT = lockKey('');
const OF_PROJECT = lockKey(', $3::text');

/** Makes opt-outs from project $3 and from the whole client wait until the transaction ends. */
export const HOLD_OPT_OUTS = namedQuery('opt_outs_hold')`
    SELECT pg_advisory_xact_lock_shared(${OF_CLIENT}), pg_advisory_xact_lock_shared(${OF_PROJECT})`;

/**
 * Waits for transactions that block opt-outs from the project $3, or from the whole client if null,
 * and then makes later ones wait.
 */
export const BEGIN_OPT_OUT = namedQuery('opt_outs_begin')`SELECT pg_advisory_xact_lock(${OF_PROJECT})`;

/** The hashes among $4 that must not be called in the project $3. */
export const SUPPRESSED_AMONG = namedQuery('suppressed_among')`
SELECT DISTINCT encode(phone_hash, 'hex') AS hash
  FROM suppressions
 WHERE client_id = $1 AND data_env = $2 AND phone_hash = ANY($4::bytea[])
   AND (project_id IS NULL OR project_id = $3)`;
