SELECT request_id, tracking_number, revision, request_type, status, received_at::text AS received,
       timezone, due_at::text AS due, due_date_local::text AS due_date_local, urgent_from::text AS urgent,
       overdue_from::text AS overdue, closed_at::text AS closed, caller_display, contact_kind,
       identifier_kind, duplicate_of, data_found_state, data_found_count, project_labels, support_ticket_reference, erasure_result, contact_hashes <> '{}' AS "leadsToContacts",
       array_remove(older_hashes || identifier_hash, NULL) AS hashes
  FROM caller_requests
 WHERE client_id = $1 AND data_env = $2 AND request_id = $3
   FOR SHARE
