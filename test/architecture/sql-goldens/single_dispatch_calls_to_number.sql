SELECT count(*)::integer AS calls FROM single_dispatches
 WHERE client_id = $1 AND data_env = $2 AND phone_hash = ANY ($3::bytea[]) AND status = 'queued' AND expires_at > $4
