SELECT p.project_id, p.display_name FROM projects p
     WHERE p.client_id = $1 AND p.data_env = $2 AND p.project_id = ANY($3)
