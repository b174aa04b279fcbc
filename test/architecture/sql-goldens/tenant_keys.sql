SELECT k.key_id, k.wrapped_key, k.provider_id FROM tenant_data_keys k
     WHERE k.client_id = $1 AND k.data_env = $2 AND k.purpose = $3
     ORDER BY k.generation DESC
