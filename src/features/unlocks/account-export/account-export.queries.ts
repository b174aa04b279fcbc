import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { UNLOCK_COLUMNS } from '../lookup/unlock-rows.js';

export const EXPORTED_UNLOCKS = namedQuery('account_export_unlocks')`
    SELECT ${UNLOCK_COLUMNS}
      FROM call_pii_unlocks u
     WHERE u.client_id = $1 AND u.data_env = $2
     ORDER BY u.requested_at, u.unlock_id`;
