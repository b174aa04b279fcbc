SELECT a.user_id, a.role
      FROM portal_user_client_assignments a
     WHERE a.client_id = $1 AND a.data_env = $2 AND a.active AND a.role IN ('partner_admin', 'partner_user')
       AND EXISTS (SELECT FROM partner_organisation_members m
      JOIN portal_users u ON u.user_id = m.user_id AND u.active
     WHERE m.organisation_id = $3 AND m.active AND m.user_id = a.user_id)
     ORDER BY a.assignment_id
       FOR UPDATE OF a
