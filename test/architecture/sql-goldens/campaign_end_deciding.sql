UPDATE campaigns SET deciding_since = NULL WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3
