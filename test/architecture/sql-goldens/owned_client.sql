SELECT v.organisation_id AS "organisationId",
           ARRAY(SELECT l.network::text FROM tenant_ip_allowlist l
                  WHERE l.client_id = v.client_id AND l.data_env = $2) AS allowlist
      FROM (
    WITH owned AS (
         SELECT w.client_id, w.organisation_id, a.role
           FROM partner_organisation_members m
           JOIN partner_organisations p ON p.organisation_id = m.organisation_id AND p.active
           JOIN partner_client_ownerships w ON w.organisation_id = m.organisation_id AND w.active
           LEFT JOIN portal_user_client_assignments a
             ON a.user_id = m.user_id AND a.client_id = w.client_id AND a.data_env = $2 AND a.active
          WHERE m.user_id = $1 AND m.active)
    SELECT DISTINCT ON (o.client_id) o.client_id, coalesce(o.role, 'partner_admin') AS role, o.organisation_id
      FROM owned o
     WHERE o.role IN ('partner_admin', 'partner_user')
        OR (o.role IS NULL AND o.organisation_id IN (
            SELECT min(d.organisation_id) FROM owned d WHERE d.role = 'partner_admin'
             GROUP BY d.client_id HAVING count(*) = 1))
     ORDER BY o.client_id, o.organisation_id) v
      JOIN clients c ON c.client_id = v.client_id AND c.status <> 'suspended'
     WHERE v.client_id = $3 AND v.role = 'partner_admin'
