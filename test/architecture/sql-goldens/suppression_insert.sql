INSERT INTO suppressions (
       client_id, data_env, project_id, phone_hash, phone_hash_key_id, masked_phone, reason, source, created_at, created_by)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
RETURNING suppression_id, project_id, masked_phone, reason, source, created_at, created_by
