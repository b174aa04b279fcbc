UPDATE single_dispatches SET status = 'refused', refused_codes = '["not_taken"]'
 WHERE client_id = $1 AND data_env = $2 AND status = 'queued' AND expires_at <= $3
