SELECT asked.position::integer AS position, u.user_id, a.client_id, a.role, a.is_default,
           CASE WHEN a.role IN ('partner_admin', 'partner_user') THEN a.organisation_id END AS organisation_id,
           ARRAY(SELECT l.network::text FROM tenant_ip_allowlist l
                  WHERE l.client_id = a.client_id AND l.data_env = a.data_env) AS allowlist
      FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS asked (subject, data_env, position)
      JOIN portal_users u ON u.subject = asked.subject AND u.active
      JOIN portal_user_client_assignments a
        ON a.user_id = u.user_id AND a.data_env = asked.data_env AND a.active
      JOIN clients c ON c.client_id = a.client_id AND c.status <> 'suspended'
     WHERE (a.role NOT IN ('partner_admin', 'partner_user') OR EXISTS (
           SELECT FROM partner_organisation_members m
             JOIN partner_organisations p ON p.organisation_id = m.organisation_id AND p.active
             JOIN partner_client_ownerships w
               ON w.organisation_id = m.organisation_id AND w.client_id = a.client_id AND w.active
            WHERE m.organisation_id = a.organisation_id AND m.user_id = a.user_id AND m.active))
     ORDER BY a.assignment_id
