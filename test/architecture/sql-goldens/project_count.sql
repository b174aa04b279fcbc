SELECT count(*)::integer AS projects FROM projects p
     WHERE p.client_id = $1 AND p.data_env = $2
