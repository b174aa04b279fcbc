import { namedQuery } from '../unit-of-work/named-query.js';
export const TENANT_ROUTE = namedQuery('tenant_route')`
    SELECT r.store_id FROM tenant_routes r WHERE r.client_id = $1 AND r.data_env = $2`;

/** Whether the client is still being set up: there is no store for its calls yet. */
export const IS_PROVISIONING = namedQuery('client_is_provisioning')`
    SELECT 1 FROM clients c WHERE c.client_id = $1 AND $2::text IS NOT NULL AND c.status = 'provisioning'`;

export const ALL_TENANT_ROUTES = namedQuery('all_tenant_routes')`
    SELECT r.client_id, r.data_env, r.store_id FROM tenant_routes r`;

/** The same for the clients in $1 in environment $2. */
export const ROUTES_OF_CLIENTS = namedQuery('routes_of_clients')`
    SELECT r.client_id, r.data_env, r.store_id FROM tenant_routes r
     WHERE r.client_id = ANY ($1::text[]) AND r.data_env = $2`;
