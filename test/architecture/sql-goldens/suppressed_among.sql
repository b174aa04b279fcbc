SELECT DISTINCT encode(phone_hash, 'hex') AS hash
  FROM suppressions
 WHERE client_id = $1 AND data_env = $2 AND phone_hash = ANY($4::bytea[])
   AND (project_id IS NULL OR project_id = $3)
