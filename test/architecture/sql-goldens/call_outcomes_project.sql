SELECT CASE WHEN c.resolution_status IN ('resolved', 'transferred', 'follow_up_required', 'abandoned', 'caller_hangup', 'timeout', 'technical_failure') THEN c.resolution_status WHEN c.resolution_status = 'escalated' AND c.transfer_completed THEN 'transferred' ELSE 'unclassified' END AS outcome,
       count(*) AS calls,
       count(*) FILTER (WHERE c.booking_created) AS bookings,
       count(*) FILTER (WHERE c.transfer_completed) AS transfers
  FROM calls c
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.started_at_utc >= $3 AND c.started_at_utc < $4 AND c.project_id = $5
 GROUP BY 1
