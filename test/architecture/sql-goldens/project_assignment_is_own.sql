SELECT EXISTS (
        SELECT FROM project_assignments a
         WHERE a.client_id = $1 AND a.data_env = $2 AND a.project_id = $3 AND a.assignment_id = $5::uuid AND a.active
           AND ($4::text IS NULL OR EXISTS (
                 SELECT FROM portal_user_client_assignments r
                  WHERE r.user_id = a.member_id AND r.client_id = $1 AND r.data_env = $2
                    AND r.organisation_id = $4))) AS own
