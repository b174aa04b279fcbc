SELECT count(*)::integer AS due
  FROM campaign_contacts
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND status = 'retry_scheduled' AND next_attempt_at <= $4
