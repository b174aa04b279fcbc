SELECT status, is_closing AS "isClosing" FROM campaigns WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 FOR UPDATE
