UPDATE single_dispatches SET status = 'refused', refused_codes = '["dnc"]'
 WHERE client_id = $1 AND data_env = $2 AND phone_hash = ANY($4::bytea[]) AND status = 'queued'
   AND ($3::text IS NULL OR project_id = $3)
