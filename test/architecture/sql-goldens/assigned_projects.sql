SELECT a.project_id FROM project_assignments a
     WHERE a.client_id = $1 AND a.data_env = $2 AND a.member_id = $3::uuid AND a.active
