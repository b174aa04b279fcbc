SELECT count(*)::integer AS calls FROM single_dispatches
 WHERE client_id = $1 AND data_env = $2 AND project_id = $3 AND status = 'queued' AND expires_at > $4
