SELECT s.secret_name AS name, s.version, encode(s.value_encrypted, 'base64') AS sealed
      FROM project_secrets s
     WHERE s.client_id = $1 AND s.data_env = $2 AND s.project_id = $3 AND s.secret_name = ANY($4)
