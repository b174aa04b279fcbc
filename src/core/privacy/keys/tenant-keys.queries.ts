import { namedQuery } from '../../database/unit-of-work/named-query.js';

export const TENANT_KEYS = namedQuery('tenant_keys')`
    SELECT k.key_id, k.wrapped_key, k.provider_id FROM tenant_data_keys k
     WHERE k.client_id = $1 AND k.data_env = $2 AND k.purpose = $3
     ORDER BY k.generation DESC`;

/** Adds the first key of a purpose ($3) unless one of several processes was faster. */
export const INSERT_FIRST_KEY = namedQuery('insert_first_tenant_key')`
    INSERT INTO tenant_data_keys (client_id, data_env, purpose, generation, key_id, wrapped_key, provider_id)
    VALUES ($1, $2, $3, 1, $4, $5, $6)
        ON CONFLICT DO NOTHING`;

/** The providers that the stored keys of all tenants were wrapped by. */
export const KEY_PROVIDERS = namedQuery('key_providers')`
    SELECT DISTINCT k.provider_id FROM tenant_data_keys k`;
