SELECT u.user_id, u.display_name, a.client_id, c.business_name, a.role, a.is_default,
           (SELECT array_agg(DISTINCT a.data_env ORDER BY a.data_env)
              FROM portal_user_client_assignments a
              JOIN clients k ON k.client_id = a.client_id AND k.status <> 'suspended'
             WHERE a.user_id = u.user_id AND a.active AND (a.role NOT IN ('partner_admin', 'partner_user') OR EXISTS (
           SELECT FROM partner_organisation_members m
             JOIN partner_organisations p ON p.organisation_id = m.organisation_id AND p.active
             JOIN partner_client_ownerships w
               ON w.organisation_id = m.organisation_id AND w.client_id = a.client_id AND w.active
            WHERE m.organisation_id = a.organisation_id AND m.user_id = a.user_id AND m.active))) AS environments
      FROM portal_users u
      JOIN portal_user_client_assignments a ON a.user_id = u.user_id AND a.data_env = $2 AND a.active
      JOIN clients c ON c.client_id = a.client_id AND c.status <> 'suspended'
     WHERE u.subject = $1 AND u.active AND (a.role NOT IN ('partner_admin', 'partner_user') OR EXISTS (
           SELECT FROM partner_organisation_members m
             JOIN partner_organisations p ON p.organisation_id = m.organisation_id AND p.active
             JOIN partner_client_ownerships w
               ON w.organisation_id = m.organisation_id AND w.client_id = a.client_id AND w.active
            WHERE m.organisation_id = a.organisation_id AND m.user_id = a.user_id AND m.active))
     ORDER BY c.business_name, a.client_id
