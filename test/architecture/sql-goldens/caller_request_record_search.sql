WITH request AS (
  UPDATE caller_requests
     SET updated_at = $4, data_found_state = $5, data_found_count = $6
   WHERE client_id = $1 AND data_env = $2 AND request_id = $3
     AND data_found_state = 'manual_review_required' AND data_found_count IS NULL
  RETURNING request_id, revision, status, data_found_state, data_found_count
), history AS (
  INSERT INTO caller_request_history (
         client_id, data_env, request_id, revision, changed_at, actor_kind, actor_id, from_status, to_status,
         data_found_state, data_found_count)
  SELECT $1, $2, request_id, revision, $4, $7, $8, status, status, data_found_state, data_found_count FROM request
)
SELECT revision FROM request
