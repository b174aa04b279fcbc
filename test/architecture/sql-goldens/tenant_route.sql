SELECT r.store_id FROM tenant_routes r WHERE r.client_id = $1 AND r.data_env = $2
