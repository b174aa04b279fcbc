SELECT 1
      FROM partner_organisation_members m
      JOIN partner_organisations p ON p.organisation_id = m.organisation_id AND p.active
      JOIN partner_client_ownerships w
        ON w.organisation_id = m.organisation_id AND w.client_id = $2 AND w.active
      JOIN partner_client_ownerships v
        ON v.organisation_id = m.organisation_id AND v.client_id = $3 AND v.active
     WHERE m.user_id = $1 AND m.active
     LIMIT 1
