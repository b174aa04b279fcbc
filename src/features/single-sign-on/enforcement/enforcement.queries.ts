import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { CUSTOMER_ROLES, sqlListOf } from '../../../core/shared/roles.js';

/**
 * The people with a customer's role who cannot come through a connection ($3): neither linked to it
 * nor provisioned by the directory (single-sign-on 4.4).
 */
const EXCLUDED = `
      FROM portal_user_client_assignments a
      JOIN portal_users u ON u.user_id = a.user_id AND u.active
     WHERE a.client_id = $1 AND a.data_env = $2 AND a.active AND a.role IN ${sqlListOf(CUSTOMER_ROLES)}
       AND NOT EXISTS (
           SELECT FROM sso_identities i
            WHERE i.client_id = a.client_id AND i.data_env = a.data_env AND i.connection_id = $3::uuid
              AND i.user_id = a.user_id)
       AND NOT EXISTS (
           SELECT FROM directory_users d
            WHERE d.client_id = a.client_id AND d.data_env = a.data_env AND d.user_id = a.user_id
              AND d.active AND d.status = 'provisioned')`;

export const COUNT_EXCLUDED = namedQuery('sso_count_excluded')`
    SELECT count(*)::integer AS total ${EXCLUDED}`;

/** One page of these people ($4 rows after $5), by name. */
export const LIST_EXCLUDED = namedQuery('sso_excluded')`
    SELECT a.user_id::text, u.display_name, a.role ${EXCLUDED}
     ORDER BY lower(u.display_name), a.user_id
     LIMIT $4 OFFSET $5`;

/** How many API keys of the client work now ($3). */
export const COUNT_KEYS = namedQuery('sso_count_keys')`
    SELECT count(*)::integer AS total FROM api_keys k
     WHERE k.client_id = $1 AND k.data_env = $2 AND k.revoked_at IS NULL
       AND (k.expires_at IS NULL OR k.expires_at > $3)
       AND (k.grace_expires_at IS NULL OR k.grace_expires_at > $3)`;
