WITH request AS (
  UPDATE caller_requests
     SET revision = revision + 1, updated_at = $4, data_found_state = $5, data_found_count = coalesce($6, data_found_count),
         erasure_asked_at = NULL, erasure_result = coalesce($10, erasure_result)
   WHERE client_id = $1 AND data_env = $2 AND request_id = $3
  RETURNING request_id, revision, status, data_found_state, data_found_count
)
INSERT INTO caller_request_history (
       client_id, data_env, request_id, revision, changed_at, actor_kind, actor_id, from_status, to_status,
       data_found_state, data_found_count, status_note_encrypted)
SELECT $1, $2, request_id, revision, $4, $7, $8, status, status, data_found_state, data_found_count, $9 FROM request
