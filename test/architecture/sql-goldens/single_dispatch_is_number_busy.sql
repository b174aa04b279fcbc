SELECT EXISTS (
       SELECT FROM single_dispatches
        WHERE client_id = $1 AND data_env = $2 AND phone_hash = ANY ($3::bytea[]) AND status = 'queued' AND expires_at > $4)
    OR NOT ((
       SELECT true FROM campaign_contacts busy
        WHERE busy.client_id = $1 AND busy.data_env = $2 AND busy.phone_hash = ANY ($3::bytea[])
          AND busy.status IN ('dialing', 'in_call') LIMIT 1) IS NULL
   AND (
       SELECT true FROM single_dispatches busy JOIN dispatches open USING (client_id, data_env, dispatch_id)
        WHERE busy.client_id = $1 AND busy.data_env = $2 AND busy.phone_hash = ANY ($3::bytea[]) AND busy.status = 'taken'
          AND open.status <> 'ended' LIMIT 1) IS NULL) AS is_busy
