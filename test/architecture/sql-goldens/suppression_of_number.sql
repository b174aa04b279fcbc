SELECT suppression_id, project_id, masked_phone, reason, source, created_at, created_by
  FROM suppressions
 WHERE client_id = $1 AND data_env = $2 AND phone_hash = ANY($4::bytea[]) AND project_id IS NOT DISTINCT FROM $3
 ORDER BY created_at, suppression_id LIMIT 1
