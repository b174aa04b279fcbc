SELECT count(*)::integer AS open,
       count(*) FILTER (WHERE urgent_from <= $3 AND overdue_from > $3)::integer AS urgent,
       count(*) FILTER (WHERE overdue_from <= $3)::integer AS overdue
  FROM caller_requests
 WHERE client_id = $1 AND data_env = $2 AND closed_at IS NULL

-- caller_requests_open_count_project
- WHERE client_id = $1 AND data_env = $2 AND closed_at IS NULL
+ WHERE client_id = $1 AND data_env = $2 AND closed_at IS NULL AND source_project_id = $4
