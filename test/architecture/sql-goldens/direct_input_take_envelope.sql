UPDATE direct_input_sessions
   SET submits = submits + 1, envelope = $6, taken_hash = $8, status = CASE WHEN $6::jsonb IS NULL THEN status ELSE 'received' END
 WHERE client_id = $1 AND data_env = $2 AND session_id = $3 AND status = 'open' AND expires_at > $4
   AND (browser_hash IS NULL OR browser_hash = $5) AND submits < $7
RETURNING status
