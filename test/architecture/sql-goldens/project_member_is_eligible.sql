SELECT EXISTS (
        SELECT FROM partner_organisation_members m
          JOIN portal_users u ON u.user_id = m.user_id AND u.active
          JOIN portal_user_client_assignments r
            ON r.user_id = m.user_id AND r.client_id = $1 AND r.data_env = $2 AND r.active
           AND r.role IN ('partner_admin', 'partner_user') AND r.organisation_id = m.organisation_id
         WHERE m.organisation_id = $4::text AND m.active
           AND NOT EXISTS (
                 SELECT FROM project_assignments taken
                  WHERE taken.client_id = $1 AND taken.data_env = $2 AND taken.project_id = $3
                    AND taken.member_id = m.user_id AND taken.active)
           AND m.user_id = $5::uuid) AS eligible
