UPDATE campaigns SET updated_at = $4, revision = revision + 1
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3
