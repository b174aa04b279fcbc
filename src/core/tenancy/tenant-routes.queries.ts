import { namedQuery } from '../kernel/named-query.js';
/** Which store holds the tenant's calls. */
export const TENANT_ROUTE = namedQuery('tenant_route')`
    SELECT r.store_id FROM tenant_routes r WHERE r.client_id = $1 AND r.data_env = $2`;

/** Every tenant that has a store. */
export const ALL_TENANT_ROUTES = namedQuery('all_tenant_routes')`
    SELECT r.client_id, r.data_env, r.store_id FROM tenant_routes r`;
