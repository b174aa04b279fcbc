SELECT revision
  FROM caller_requests
 WHERE client_id = $1 AND data_env = $2 AND request_id = $3 AND erasure_asked_at = $4
   FOR UPDATE
