WITH request AS (
  UPDATE caller_requests
     SET revision = revision + 1, status = $4, closed_at = $5, updated_at = $6,
         data_found_state = coalesce($7, data_found_state), data_found_count = coalesce($8, data_found_count),
         project_labels = coalesce($9, project_labels), erasure_asked_at = coalesce($14, erasure_asked_at)
   WHERE client_id = $1 AND data_env = $2 AND request_id = $3
  RETURNING request_id, tracking_number, revision, request_type, status, received_at::text AS received,
       timezone, due_at::text AS due, due_date_local::text AS due_date_local, urgent_from::text AS urgent,
       overdue_from::text AS overdue, closed_at::text AS closed, caller_display, contact_kind,
       identifier_kind, duplicate_of, data_found_state, data_found_count, project_labels, support_ticket_reference
), history AS (
  INSERT INTO caller_request_history (
         client_id, data_env, request_id, revision, changed_at, actor_kind, actor_id, from_status, to_status,
         data_found_state, data_found_count, status_note_encrypted)
  SELECT $1, $2, request_id, revision, $6, $10, $11, $12, status, data_found_state, data_found_count, $13
    FROM request
)
SELECT * FROM request
