SELECT u.user_id FROM partner_organisation_members m
      JOIN portal_users u ON u.user_id = m.user_id AND u.active
     WHERE m.organisation_id = $3 AND m.active
       AND m.user_id = $4::uuid AND $1::text IS NOT NULL AND $2::text IS NOT NULL
