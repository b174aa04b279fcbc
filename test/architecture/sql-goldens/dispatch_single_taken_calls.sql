SELECT dispatch_id AS "dispatchId", project_id AS "projectId", call FROM single_dispatches
 WHERE client_id = $1 AND data_env = $2 AND dispatch_id = ANY ($3::uuid[]) AND status = 'taken'
