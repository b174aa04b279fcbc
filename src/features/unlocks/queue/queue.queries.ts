import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { UNLOCK_COLUMNS } from '../lookup/unlock-rows.js';

/**
 * The unlocks of the tenant before an instant and id ($3, $4), newest first; at most $5. With a
 * state ($6), only those in it at $7, where a request waits $8 milliseconds and is open $9
 * milliseconds from its first look.
 */
export const UNLOCKS_PAGE = namedQuery('unlocks_page')`
SELECT ${UNLOCK_COLUMNS}
  FROM call_pii_unlocks u
 WHERE u.client_id = $1 AND u.data_env = $2 AND (u.requested_at, u.unlock_id) < ($3, $4::uuid)
   AND ($6::text IS NULL OR $6 = CASE
          WHEN u.decision = 'denied' THEN 'denied'
          WHEN u.ended_at IS NOT NULL THEN 'ended'
          WHEN $7::timestamptz >= CASE
                 WHEN u.first_look_at IS NOT NULL THEN u.first_look_at + make_interval(secs => $9::float8 / 1000)
                 ELSE coalesce(u.decided_at, u.requested_at) + make_interval(secs => $8::float8 / 1000) END
            THEN 'expired'
          WHEN u.first_look_at IS NOT NULL THEN 'active'
          WHEN u.decision = 'approved' THEN 'approved'
          ELSE 'requested' END)
 ORDER BY u.requested_at DESC, u.unlock_id DESC
 LIMIT $5`;
