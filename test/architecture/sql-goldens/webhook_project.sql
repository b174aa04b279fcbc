SELECT p.lifecycle_state = 'archived' AS is_archived FROM projects p
     WHERE p.client_id = $1 AND p.data_env = $2 AND p.project_id = $3
