SELECT v.client_id, count(p.project_id)::integer AS projects, count(d.project_id)::integer AS drafts
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
      LEFT JOIN projects p
        ON p.client_id = v.client_id AND p.data_env = $2 AND p.lifecycle_state <> 'archived'
       AND (v.role = 'partner_admin' OR EXISTS (
            SELECT FROM project_assignments a
             WHERE a.client_id = p.client_id AND a.data_env = $2 AND a.project_id = p.project_id
               AND a.member_id = $1 AND a.active))
      LEFT JOIN project_drafts d
        ON d.client_id = p.client_id AND d.data_env = $2 AND d.project_id = p.project_id
     GROUP BY v.client_id
