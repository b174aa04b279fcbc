import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { UNLOCK_COLUMNS } from '../lookup/unlock-rows.js';

/** The newest approved unlock of the call $3 for the person $4 in the role $5. */
export const APPROVED_UNLOCK = namedQuery('unlock_approved')`
SELECT ${UNLOCK_COLUMNS}
  FROM call_pii_unlocks u
 WHERE u.client_id = $1 AND u.data_env = $2 AND u.call_id = $3 AND u.requested_by = $4 AND u.requested_role = $5
   AND u.decision = 'approved' AND u.ended_at IS NULL
 ORDER BY u.requested_at DESC, u.unlock_id DESC
 LIMIT 1`;

/** Counts a view under the unlock $3 at $4. */
export const COUNT_LOOK = namedQuery('unlock_count_look')`
UPDATE call_pii_unlocks u
   SET looks = u.looks + 1, first_look_at = coalesce(u.first_look_at, $4)
 WHERE u.client_id = $1 AND u.data_env = $2 AND u.unlock_id = $3::uuid
RETURNING u.looks`;
