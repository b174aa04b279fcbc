INSERT INTO single_dispatches
       (client_id, data_env, dispatch_id, project_id, status, refused_codes, phone_hash, phone_hash_key_id, call,
        project_version, content_hash, requested_at, requested_by, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
