SELECT DISTINCT project_id AS "projectId" FROM single_dispatches
 WHERE client_id = $1 AND data_env = $2 AND status = 'queued' AND expires_at > $3
