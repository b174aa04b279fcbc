SELECT u.user_id, u.display_name, a.role, a.assigned_at, a.assigned_by
      FROM partner_organisation_members m
      JOIN portal_user_client_assignments a
        ON a.user_id = m.user_id AND a.client_id = $1 AND a.data_env = $2 AND a.active
       AND a.role IN ('partner_admin', 'partner_user') AND a.organisation_id = m.organisation_id
      JOIN portal_users u ON u.user_id = m.user_id AND u.active
     WHERE m.organisation_id = $3 AND m.active
     ORDER BY lower(u.display_name), u.user_id
