SELECT suppression_id, project_id, masked_phone, reason, source, created_at, created_by
  FROM suppressions
 WHERE client_id = $1 AND data_env = $2
   AND (created_at, suppression_id) < ($3, $4)
   AND ($5::text IS NULL OR project_id = $5)
   AND ($6::text[] IS NULL OR project_id IS NULL OR project_id = ANY($6))
   AND ($7::text IS NULL OR reason = $7)
 ORDER BY created_at DESC, suppression_id DESC
 LIMIT $8
