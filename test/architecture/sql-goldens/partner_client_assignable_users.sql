SELECT u.user_id, u.display_name
      FROM partner_organisation_members m
      JOIN portal_users u ON u.user_id = m.user_id AND u.active
     WHERE m.organisation_id = $3 AND m.active
       AND NOT EXISTS (
           SELECT FROM portal_user_client_assignments a
            WHERE a.user_id = m.user_id AND a.client_id = $1 AND a.data_env = $2 AND a.active AND (a.organisation_id IS NOT NULL OR a.role NOT IN ('partner_admin', 'partner_user')))
     ORDER BY lower(u.display_name), u.user_id
