SELECT v.client_id, count(p.project_id)::integer AS projects, count(d.project_id)::integer AS drafts
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
      LEFT JOIN projects p
        ON p.client_id = v.client_id AND p.data_env = $2 AND p.lifecycle_state <> 'archived'
       AND (v.role = 'partner_admin' OR EXISTS (
            SELECT FROM project_assignments a
             WHERE a.client_id = p.client_id AND a.data_env = $2 AND a.project_id = p.project_id
               AND a.member_id = $1 AND a.active))
      LEFT JOIN project_drafts d
        ON d.client_id = p.client_id AND d.data_env = $2 AND d.project_id = p.project_id
     GROUP BY v.client_id
