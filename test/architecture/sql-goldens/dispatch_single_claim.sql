SELECT dispatch_id AS "dispatchId", project_id AS "projectId", phone_hash AS "phoneHash", call,
       project_version AS "projectVersion", content_hash AS "contentHash"
  FROM single_dispatches
 WHERE client_id = $1 AND data_env = $2 AND project_id = ANY ($3::text[]) AND status = 'queued' AND expires_at > $5
   AND dispatch_id <> ALL ($6::uuid[])
 ORDER BY requested_at, dispatch_id LIMIT $4
   FOR UPDATE SKIP LOCKED
