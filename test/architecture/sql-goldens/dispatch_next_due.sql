SELECT min(next.due_at) AS "dueAt"
  FROM campaigns held
 CROSS JOIN LATERAL (
       WITH RECURSIVE levels AS (
            (SELECT c.dial_priority FROM campaign_contacts c WHERE c.client_id = $1 AND c.data_env = $2 AND c.campaign_id = held.campaign_id
               AND c.status IN ('pending', 'retry_scheduled') AND c.is_callable
              ORDER BY c.dial_priority DESC LIMIT 1)
            UNION ALL
            SELECT (SELECT c.dial_priority FROM campaign_contacts c
                     WHERE c.client_id = $1 AND c.data_env = $2 AND c.campaign_id = held.campaign_id
               AND c.status IN ('pending', 'retry_scheduled') AND c.is_callable AND c.dial_priority < levels.dial_priority
                     ORDER BY c.dial_priority DESC LIMIT 1)
              FROM levels WHERE levels.dial_priority IS NOT NULL)
       SELECT contact.due_at
         FROM levels
        CROSS JOIN LATERAL (
              SELECT c.due_at FROM campaign_contacts c WHERE c.client_id = $1 AND c.data_env = $2 AND c.campaign_id = held.campaign_id
               AND c.status IN ('pending', 'retry_scheduled') AND c.is_callable AND c.dial_priority = levels.dial_priority
               ORDER BY c.due_at LIMIT 1) contact) next
 WHERE held.client_id = $1 AND held.data_env = $2 AND held.status = 'running'
