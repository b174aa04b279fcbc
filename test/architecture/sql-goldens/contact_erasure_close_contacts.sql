UPDATE campaign_contacts
   SET status = CASE WHEN not_callable_reason = 'dnc' THEN $5 ELSE $4 END, is_callable = false,
            not_callable_reason = CASE WHEN not_callable_reason = 'dnc' THEN 'dnc' ELSE 'campaign_closed' END,
            next_attempt_at = NULL, updated_at = $6
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND contact_id = ANY ($7::uuid[])
