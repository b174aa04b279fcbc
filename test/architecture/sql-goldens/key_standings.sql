SELECT k.key_id,
           CASE
           WHEN k.scope NOT IN ('partner_admin', 'partner_user') OR k.created_by !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN true
           ELSE EXISTS (
           SELECT FROM portal_users u
             JOIN portal_user_client_assignments a
               ON a.user_id = u.user_id AND a.client_id = k.client_id AND a.data_env = k.data_env AND a.active
              AND a.organisation_id = k.organisation_id AND (a.role = k.scope OR a.role = 'partner_admin')
             JOIN partner_organisation_members m
               ON m.organisation_id = a.organisation_id AND m.user_id = u.user_id AND m.active
            WHERE u.user_id = k.created_by::uuid AND u.active) END AS created_by_active,
           (
           k.scope NOT IN ('partner_admin', 'partner_user') OR EXISTS (
           SELECT FROM partner_client_ownerships w
             JOIN partner_organisations p ON p.organisation_id = w.organisation_id AND p.active
            WHERE w.organisation_id = k.organisation_id AND w.client_id = k.client_id AND w.active)) AS organisation_active
      FROM api_keys k
     WHERE k.client_id = $1 AND k.data_env = $2 AND k.key_id = ANY($3::uuid[])
