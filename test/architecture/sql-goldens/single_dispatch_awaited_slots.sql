SELECT count(*)::integer AS slots
  FROM (SELECT DISTINCT phone_hash FROM single_dispatches
         WHERE client_id = $1 AND data_env = $2 AND project_id = $3 AND status = 'queued' AND expires_at > $4) waiting
 WHERE (
       SELECT true FROM campaign_contacts busy
        WHERE busy.client_id = $1 AND busy.data_env = $2 AND busy.phone_hash = waiting.phone_hash
          AND busy.status IN ('dialing', 'in_call') LIMIT 1) IS NULL
   AND (
       SELECT true FROM single_dispatches busy JOIN dispatches open USING (client_id, data_env, dispatch_id)
        WHERE busy.client_id = $1 AND busy.data_env = $2 AND busy.phone_hash = waiting.phone_hash AND busy.status = 'taken'
          AND open.status <> 'ended' LIMIT 1) IS NULL
