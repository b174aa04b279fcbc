import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** The facts of an unlock ($3) for its notices. */
export const UNLOCK_OF_NOTICE = namedQuery('unlock_of_notice')`
SELECT u.call_id, u.requested_by, u.requested_role
  FROM call_pii_unlocks u
 WHERE u.client_id = $1 AND u.data_env = $2 AND u.unlock_id = $3::uuid`;
