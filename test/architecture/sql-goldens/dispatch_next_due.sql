SELECT least(min(next.due_at), (
       SELECT waiting.requested_at FROM single_dispatches waiting
        WHERE waiting.client_id = $1 AND waiting.data_env = $2 AND waiting.status = 'queued' AND waiting.expires_at > $3
          AND (
       SELECT true FROM campaign_contacts busy
        WHERE busy.client_id = $1 AND busy.data_env = $2 AND busy.phone_hash = waiting.phone_hash
          AND busy.status IN ('dialing', 'in_call') LIMIT 1) IS NULL
   AND (
       SELECT true FROM single_dispatches busy JOIN dispatches open USING (client_id, data_env, dispatch_id)
        WHERE busy.client_id = $1 AND busy.data_env = $2 AND busy.phone_hash = waiting.phone_hash AND busy.status = 'taken'
          AND open.status <> 'ended' LIMIT 1) IS NULL LIMIT 1)) AS "dueAt"
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
                 AND (
       SELECT true FROM campaign_contacts busy
        WHERE busy.client_id = $1 AND busy.data_env = $2 AND busy.phone_hash = c.phone_hash
          AND busy.status IN ('dialing', 'in_call') LIMIT 1) IS NULL
   AND (
       SELECT true FROM single_dispatches busy JOIN dispatches open USING (client_id, data_env, dispatch_id)
        WHERE busy.client_id = $1 AND busy.data_env = $2 AND busy.phone_hash = c.phone_hash AND busy.status = 'taken'
          AND open.status <> 'ended' LIMIT 1) IS NULL
               ORDER BY c.due_at LIMIT 1) contact) next
 WHERE held.client_id = $1 AND held.data_env = $2 AND held.status = 'running'
