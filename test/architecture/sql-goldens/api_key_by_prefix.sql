SELECT k.key_id, k.client_id, k.data_env, k.scope, k.description, k.secret_hash, k.created_by, k.organisation_id,
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
       AND CASE
           WHEN k.scope NOT IN ('partner_admin', 'partner_user') OR k.created_by !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN true
           ELSE EXISTS (
           SELECT FROM portal_users u
             JOIN portal_user_client_assignments a
               ON a.user_id = u.user_id AND a.client_id = k.client_id AND a.data_env = k.data_env AND a.active
              AND a.organisation_id = k.organisation_id AND (a.role = k.scope OR a.role = 'partner_admin')
             JOIN partner_organisation_members m
               ON m.organisation_id = a.organisation_id AND m.user_id = u.user_id AND m.active
            WHERE u.user_id = k.created_by::uuid AND u.active) END
