import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** The people among $3 who have a role for the client. */
export const OWNERS = namedQuery('follow_up_owners')`
SELECT u.user_id, u.display_name
  FROM portal_user_client_assignments a
  JOIN portal_users u ON u.user_id = a.user_id AND u.active
 WHERE a.client_id = $1 AND a.data_env = $2 AND a.active AND a.user_id = ANY ($3::uuid[])`;
