WITH batch AS MATERIALIZED (
     SELECT contact_id FROM campaign_contacts
      WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND contact_id > $7
      ORDER BY contact_id LIMIT $8),
     changed AS (
     UPDATE campaign_contacts
        SET status = CASE WHEN not_callable_reason = 'dnc' THEN $5 ELSE $4 END, is_callable = false,
            not_callable_reason = CASE WHEN not_callable_reason = 'dnc' THEN 'dnc' ELSE 'campaign_closed' END,
            next_attempt_at = NULL, updated_at = $6
      WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND status IN ('pending', 'pending_dispatch', 'queued', 'retry_scheduled')
        AND contact_id = ANY (ARRAY(SELECT contact_id FROM batch)))
SELECT contact_id AS "endedAt" FROM batch ORDER BY contact_id OFFSET $8 - 1
