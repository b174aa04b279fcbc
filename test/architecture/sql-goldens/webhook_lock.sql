SELECT 1 FROM webhook_endpoints w
     WHERE w.client_id = $1 AND w.data_env = $2 AND w.webhook_id = $3 FOR UPDATE
