SELECT c.timezone AS client_timezone, p.timezone AS project_timezone, p.display_name AS project_name
  FROM clients c
  LEFT JOIN projects p ON p.client_id = $1 AND p.data_env = $2 AND p.project_id = $3 AND p.lifecycle_state <> 'archived'
 WHERE c.client_id = $1
