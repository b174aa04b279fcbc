SELECT v.organisation_id AS "organisationId",
           ARRAY(SELECT l.network::text FROM tenant_ip_allowlist l
                  WHERE l.client_id = v.client_id AND l.data_env = $2) AS allowlist
      FROM (
    WITH held AS (
         SELECT a.client_id, a.role, a.organisation_id, a.is_default, a.assignment_id
           FROM portal_user_client_assignments a
          WHERE a.user_id = $1 AND a.data_env = $2 AND a.active AND (a.role NOT IN ('partner_admin', 'partner_user') OR EXISTS (
           SELECT FROM partner_organisation_members m
             JOIN partner_organisations p ON p.organisation_id = m.organisation_id AND p.active
             JOIN partner_client_ownerships w
               ON w.organisation_id = m.organisation_id AND w.client_id = a.client_id AND w.active
            WHERE m.organisation_id = a.organisation_id AND m.user_id = a.user_id AND m.active))),
    administered AS (
         SELECT DISTINCT ON (w.client_id) w.client_id, h.organisation_id
           FROM held h
           JOIN partner_client_ownerships w ON w.organisation_id = h.organisation_id AND w.active
          WHERE h.role = 'partner_admin'
          ORDER BY w.client_id, h.is_default DESC, h.assignment_id)
    SELECT h.client_id, h.role, h.organisation_id FROM held h WHERE h.role IN ('partner_admin', 'partner_user')
     UNION ALL
    SELECT o.client_id, 'partner_admin', o.organisation_id FROM administered o
     WHERE NOT EXISTS (SELECT FROM held h WHERE h.client_id = o.client_id)) v
      JOIN clients c ON c.client_id = v.client_id AND c.status <> 'suspended'
     WHERE v.client_id = $3 AND v.role = 'partner_admin'
