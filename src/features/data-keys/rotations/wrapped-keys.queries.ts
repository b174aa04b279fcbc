import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** How many data keys each provider has wrapped, and of how many tenants. */
export const KEYS_BY_PROVIDER = namedQuery('keys_by_provider')`
    SELECT k.provider_id, count(*)::int AS keys FROM tenant_data_keys k GROUP BY k.provider_id ORDER BY k.provider_id`;

/** Tenants with a key that another provider than $1 has wrapped. */
export const TENANTS_TO_WRAP = namedQuery('tenants_to_wrap')`
    SELECT DISTINCT k.client_id, k.data_env FROM tenant_data_keys k WHERE k.provider_id <> $1
     ORDER BY k.client_id, k.data_env`;

/** The tenant's keys that another provider than $3 has wrapped. */
export const KEYS_TO_WRAP = namedQuery('keys_to_wrap')`
    SELECT k.purpose, k.key_id, k.wrapped_key, k.provider_id FROM tenant_data_keys k
     WHERE k.client_id = $1 AND k.data_env = $2 AND k.provider_id <> $3`;

/** Stores a key ($4 of purpose $3) as it is wrapped now ($6, by $7), unless that has changed ($5). */
export const STORE_WRAPPED = namedQuery('store_wrapped_key')`
    UPDATE tenant_data_keys k SET wrapped_key = $6, provider_id = $7
     WHERE k.client_id = $1 AND k.data_env = $2 AND k.purpose = $3 AND k.key_id = $4 AND k.wrapped_key = $5
 RETURNING k.key_id`;
