SELECT NOT $4::boolean OR EXISTS (
             SELECT 1 FROM project_assignments a
              WHERE a.client_id = p.client_id AND a.data_env = p.data_env AND a.project_id = p.project_id
                AND a.member_id = $5::uuid AND a.active) AS visible
      FROM projects p
     WHERE p.client_id = $1 AND p.data_env = $2 AND p.project_id = $3
