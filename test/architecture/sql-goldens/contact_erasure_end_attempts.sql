UPDATE campaign_contacts SET max_attempts = 0
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND contact_id = ANY ($4::uuid[])
   AND max_attempts IS DISTINCT FROM 0
