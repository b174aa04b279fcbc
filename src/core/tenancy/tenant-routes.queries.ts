/** Which store holds the tenant's calls. */
export const TENANT_ROUTE = {
  name: 'tenant_route',
  text: `SELECT r.store_id FROM tenant_routes r WHERE r.client_id = $1 AND r.data_env = $2`,
};

/** Every tenant that has a store. */
export const ALL_TENANT_ROUTES = {
  name: 'all_tenant_routes',
  text: `SELECT r.client_id, r.data_env, r.store_id FROM tenant_routes r`,
};
