import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { MAKER_CARRIES, ORGANISATION_IS_OWNER } from '../../../core/auth/identity.queries.js';

/** Locks a key's row: of two concurrent changes, the second sees the first. */
export const LOCK_API_KEY = namedQuery('lock_api_key')`
    SELECT key_id FROM api_keys
     WHERE client_id = $1 AND data_env = $2 AND key_id = $3
       FOR UPDATE`;

/**
 * Locks all keys for which one person or process is responsible ($3): none is rotated in the
 * meantime.
 */
export const LOCK_API_KEYS_OF_MAKER = namedQuery('lock_api_keys_of_maker')`
    SELECT key_id FROM api_keys
     WHERE client_id = $1 AND data_env = $2 AND created_by = $3
     ORDER BY key_id
       FOR UPDATE`;

/**
 * For the keys $3: whether the responsible person has a role that permits them, and whether their
 * organisation is active. The row shows nothing of a person beyond this client.
 */
export const KEY_STANDINGS = namedQuery('key_standings')`
    SELECT k.key_id,
           ${MAKER_CARRIES} AS created_by_active,
           ${ORGANISATION_IS_OWNER} AS organisation_active
      FROM api_keys k
     WHERE k.client_id = $1 AND k.data_env = $2 AND k.key_id = ANY($3::uuid[])`;

/** Sets how many days the tenant's keys may live ($3, null: no limit); $4: when; $5: who. */
export const SET_LONGEST_LIFETIME = namedQuery('set_longest_key_lifetime')`
    INSERT INTO tenant_key_settings (client_id, data_env, longest_lifetime_days, updated_at, updated_by)
    VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (client_id, data_env) DO UPDATE
       SET longest_lifetime_days = excluded.longest_lifetime_days, updated_at = excluded.updated_at,
           updated_by = excluded.updated_by`;
