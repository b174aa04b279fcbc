import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { CUSTOMER_ROLES, sqlListOf } from '../../../core/shared/roles.js';

/** A person ($3), if they have an active role of the customer. */
export const COLLEAGUE = namedQuery('sso_colleague')`
    SELECT u.user_id
      FROM portal_users u
      JOIN portal_user_client_assignments a
        ON a.user_id = u.user_id AND a.client_id = $1 AND a.data_env = $2 AND a.active
     WHERE u.user_id = $3::uuid AND u.active AND a.role IN ${sqlListOf(CUSTOMER_ROLES)}`;
