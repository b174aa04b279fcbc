SELECT r.client_id, r.data_env, r.store_id FROM tenant_routes r
