UPDATE direct_input_sessions SET contexts = contexts + 1, browser_hash = coalesce(browser_hash, $6)
 WHERE client_id = $1 AND data_env = $2 AND session_id = $3 AND status = 'open' AND expires_at > $4
   AND (browser_hash IS NULL OR browser_hash = $5) AND submits < $7 AND contexts < $8
RETURNING form, expires_at
