import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/**
 * Restores a role; $4: now, $5: the actor. The row does not become the default again, because a
 * person has at most one.
 */
export const GIVE_BACK_ROLE = namedQuery('give_back_role')`
    UPDATE portal_user_client_assignments
       SET active = true, is_default = false, assigned_at = $4, assigned_by = $5
     WHERE client_id = $1 AND data_env = $2 AND user_id = $3::uuid`;
