SELECT request_id, tracking_number, revision, request_type, status, received_at::text AS received,
       timezone, due_at::text AS due, due_date_local::text AS due_date_local, urgent_from::text AS urgent,
       overdue_from::text AS overdue, closed_at::text AS closed, caller_display, contact_kind,
       identifier_kind, duplicate_of, data_found_state, data_found_count, project_labels, support_ticket_reference
  FROM caller_requests
 WHERE client_id = $1 AND data_env = $2
   AND (received_at, request_id) < ($3, $4)
   AND received_at > $5 AND received_at <= $6
   AND status = ANY($7) AND request_type = ANY($8)
   AND urgent_from > $9 AND urgent_from <= $10 AND overdue_from > $11 AND overdue_from <= $12
 ORDER BY received_at DESC, request_id DESC
 LIMIT $13

-- caller_requests_list_project
+ AND source_project_id = $14

-- caller_requests_list_status
+ AND status = $14

-- caller_requests_list_project_status
+ AND source_project_id = $14
+ AND status = $15
