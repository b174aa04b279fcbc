SELECT suppression_id, project_id, masked_phone, reason, source, created_at, created_by FROM suppressions WHERE client_id = $1 AND data_env = $2 AND suppression_id = $3
