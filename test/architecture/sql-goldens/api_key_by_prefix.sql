SELECT k.key_id, k.client_id, k.data_env, k.scope, k.description, k.secret_hash,
           least(k.expires_at, k.grace_expires_at) AS expires_at,
           ARRAY(SELECT l.network::text FROM tenant_ip_allowlist l
                  WHERE l.client_id = k.client_id AND l.data_env = k.data_env) AS allowlist
      FROM api_keys k
      JOIN clients c ON c.client_id = k.client_id AND c.status <> 'suspended'
     WHERE k.key_prefix = $1
       AND k.revoked_at IS NULL
       AND (k.expires_at IS NULL OR k.expires_at > $2)
       AND (k.grace_expires_at IS NULL OR k.grace_expires_at > $2)
