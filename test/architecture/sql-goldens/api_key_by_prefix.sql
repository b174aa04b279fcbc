SELECT k.key_id, k.client_id, k.data_env, k.scope, k.description, k.secret_hash, k.created_by,
           least(k.expires_at, k.grace_expires_at) AS expires_at,
           ARRAY(SELECT l.network::text FROM tenant_ip_allowlist l
                  WHERE l.client_id = k.client_id AND l.data_env = k.data_env) AS allowlist
      FROM api_keys k
      JOIN clients c ON c.client_id = k.client_id AND c.status <> 'suspended'
     WHERE k.key_prefix = $1
       AND k.revoked_at IS NULL
       AND (k.expires_at IS NULL OR k.expires_at > $2)
       AND (k.grace_expires_at IS NULL OR k.grace_expires_at > $2)
       AND (
           k.scope NOT IN ('partner_admin', 'partner_user') OR EXISTS (
           SELECT FROM partner_client_ownerships w
             JOIN partner_organisations p ON p.organisation_id = w.organisation_id AND p.active
            WHERE w.organisation_id = k.organisation_id AND w.client_id = k.client_id AND w.active))
