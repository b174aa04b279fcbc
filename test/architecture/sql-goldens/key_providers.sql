SELECT DISTINCT k.provider_id FROM tenant_data_keys k
