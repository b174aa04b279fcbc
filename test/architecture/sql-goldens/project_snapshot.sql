SELECT p.project_id, p.client_id, p.display_name, p.timezone, p.lifecycle_state, p.revision, p.lifecycle_notes,
       p.profile, p.latest_published_version, p.created_at, p.created_by, p.updated_at, p.updated_by,
       p.archived_at, p.archived_by, p.restored_at, p.restored_by,
       EXISTS (SELECT FROM project_drafts d
                WHERE d.client_id = $1 AND d.data_env = $2 AND d.project_id = $3) AS has_draft,
       ARRAY(
         SELECT jsonb_build_object(
                  'assignment_id', a.assignment_id, 'member_id', a.member_id, 'display_name', u.display_name,
                  'role_visibility', a.role_visibility, 'assignment_note', a.assignment_note,
                  'assigned_by', a.assigned_by, 'created_at', a.created_at, 'revision', a.revision)
           FROM project_assignments a
           JOIN portal_users u ON u.user_id = a.member_id
          WHERE a.client_id = $1 AND a.data_env = $2 AND a.project_id = $3 AND a.active
            AND ($5::text IS NULL OR EXISTS (
                 SELECT FROM portal_user_client_assignments r
                  WHERE r.user_id = a.member_id AND r.client_id = $1 AND r.data_env = $2
                    AND r.organisation_id = $5))
          ORDER BY a.created_at, a.assignment_id) AS assignments,
       CASE WHEN $4::text IS NOT NULL THEN ARRAY(
         SELECT jsonb_build_object('member_id', m.user_id, 'display_name', u.display_name, 'role', r.role)
          FROM partner_organisation_members m
          JOIN portal_users u ON u.user_id = m.user_id AND u.active
          JOIN portal_user_client_assignments r
            ON r.user_id = m.user_id AND r.client_id = $1 AND r.data_env = $2 AND r.active
           AND r.role IN ('partner_admin', 'partner_user') AND r.organisation_id = m.organisation_id
         WHERE m.organisation_id = $4::text AND m.active
           AND NOT EXISTS (
                 SELECT FROM project_assignments taken
                  WHERE taken.client_id = $1 AND taken.data_env = $2 AND taken.project_id = $3
                    AND taken.member_id = m.user_id AND taken.active)
         ORDER BY u.display_name, m.user_id) END AS available_members
  FROM projects p
 WHERE p.client_id = $1 AND p.data_env = $2 AND p.project_id = $3
