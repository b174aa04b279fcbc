import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { UNLOCK_COLUMNS } from '../lookup/unlock-rows.js';

/** Decides ($4) on the unlock $3, at $5, by $6. */
export const DECIDE_UNLOCK = namedQuery('unlock_decide')`
UPDATE call_pii_unlocks u SET decision = $4, decided_at = $5, decided_by = $6
 WHERE u.client_id = $1 AND u.data_env = $2 AND u.unlock_id = $3::uuid
RETURNING ${UNLOCK_COLUMNS}`;

/** Ends the unlock $3, at $4, by $5. */
export const END_UNLOCK = namedQuery('unlock_end')`
UPDATE call_pii_unlocks u SET ended_at = $4, ended_by = $5
 WHERE u.client_id = $1 AND u.data_env = $2 AND u.unlock_id = $3::uuid
RETURNING ${UNLOCK_COLUMNS}`;
