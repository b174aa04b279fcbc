SELECT a.approval_id, a.draft_etag, a.base_version_number, a.approved_by, EXISTS (
           SELECT FROM portal_users u
             JOIN portal_user_client_assignments r
               ON r.user_id = u.user_id AND r.client_id = a.client_id AND r.data_env = a.data_env
              AND r.active AND r.role = 'partner_admin'
             JOIN partner_organisation_members m
               ON m.organisation_id = r.organisation_id AND m.user_id = u.user_id AND m.active
             JOIN partner_organisations o ON o.organisation_id = m.organisation_id AND o.active
             JOIN partner_client_ownerships w
               ON w.organisation_id = m.organisation_id AND w.client_id = a.client_id AND w.active
            WHERE u.user_id = a.approved_by::uuid AND u.active) AS approver_stands
      FROM project_approvals a WHERE a.client_id = $1 AND a.data_env = $2 AND a.project_id = $3 AND a.state = 'approved'
     ORDER BY a.draft_etag = $4 AND a.base_version_number IS NOT DISTINCT FROM $5::integer DESC, a.approved_at DESC
     LIMIT 1
