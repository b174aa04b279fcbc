SELECT dispatch_id AS "dispatchId", project_id AS "projectId", phone_hash AS "phoneHash", call,
       project_version AS "projectVersion", content_hash AS "contentHash"
  FROM single_dispatches waiting
 WHERE client_id = $1 AND data_env = $2 AND project_id = ANY ($3::text[]) AND status = 'queued' AND expires_at > $5
   AND dispatch_id <> ALL ($6::uuid[]) AND (
       SELECT true FROM campaign_contacts busy
        WHERE busy.client_id = $1 AND busy.data_env = $2 AND busy.phone_hash = waiting.phone_hash
          AND busy.status IN ('dialing', 'in_call') LIMIT 1) IS NOT TRUE
   AND (
       SELECT true FROM single_dispatches busy JOIN dispatches open USING (client_id, data_env, dispatch_id)
        WHERE busy.client_id = $1 AND busy.data_env = $2 AND busy.phone_hash = waiting.phone_hash AND busy.status = 'taken'
          AND open.status <> 'ended' LIMIT 1) IS NOT TRUE
 ORDER BY requested_at, dispatch_id LIMIT $4
   FOR UPDATE SKIP LOCKED
