import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/**
 * Makes changes of the holders, and changes that depend on them, wait for each other in all
 * processes.
 */
export const LOCK_HOLDERS = namedQuery('break_glass_lock_holders')`
    SELECT pg_advisory_xact_lock(hashtextextended('break-glass holders ' || $1::text || ' ' || $2::text, 0))`;

/** How many holders have proved their passkey since an instant ($3) and could sign in. */
export const COUNT_PROVED = namedQuery('break_glass_count_proved')`
    SELECT count(*)::integer AS proved
      FROM break_glass_ways w
     WHERE w.client_id = $1 AND w.data_env = $2 AND w.proved_at >= $3`;

/**
 * The fewest ways back that are left to a client and environment that requires single sign-on, by
 * proofs since an instant ($4), of those that have just lost a person ($3) as one; null: there is
 * none. Locks the holders.
 */
export const FEWEST_WAYS_WITH = namedQuery('break_glass_fewest_ways_with')`
    SELECT break_glass_fewest_ways($3::uuid, $4) AS proved WHERE $1::text IS NOT NULL AND $2::text IS NOT NULL`;
