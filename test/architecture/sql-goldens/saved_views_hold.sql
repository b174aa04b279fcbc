SELECT view_id, owner_id, name, address, is_shared, etag, updated_at, updated_by FROM saved_views
     WHERE client_id = $1 AND data_env = $2 AND (owner_id = $3 OR is_shared) AND view_id = $4::uuid
       FOR UPDATE
