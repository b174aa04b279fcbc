SELECT (SELECT to_jsonb(o) FROM partner_organisations o WHERE o.organisation_id = $3) AS organisation,
           (SELECT to_jsonb(c) FROM clients c WHERE c.client_id = $1) AS client,
           (SELECT r.store_id FROM tenant_routes r WHERE r.client_id = $1 AND r.data_env = $2) AS store_id,
           (SELECT w.active FROM partner_client_ownerships w
             WHERE w.organisation_id = $3 AND w.client_id = $1) AS ownership,
           (SELECT min(w.organisation_id) FROM partner_client_ownerships w
             WHERE w.organisation_id <> $3 AND w.client_id = $1 AND w.active) AS other_owner,
           to_jsonb(u) AS person,
           (SELECT m.active FROM partner_organisation_members m
             WHERE m.organisation_id = $3 AND m.user_id = u.user_id) AS membership,
           (SELECT to_jsonb(a) FROM portal_user_client_assignments a
             WHERE a.user_id = u.user_id AND a.client_id = $1 AND a.data_env = $2) AS assignment,
           EXISTS (SELECT FROM api_keys k
                    WHERE k.client_id = $1 AND k.data_env = $2 AND k.scope = $5 AND k.revoked_at IS NULL
                      AND k.grace_expires_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $6)
                      AND (k.organisation_id = $3 OR k.scope NOT IN ('partner_admin', 'partner_user'))) AS has_key
      FROM (VALUES ($4)) AS asked (subject)
      LEFT JOIN portal_users u ON u.subject = asked.subject
