SELECT c.call_id,
       c.started_at_utc,
       c.duration_seconds,
       CASE WHEN c.sentiment IN ('positive', 'neutral', 'negative') THEN c.sentiment WHEN c.caller_sentiment IN ('positive', 'neutral', 'negative') THEN c.caller_sentiment ELSE 'unclassified' END AS sentiment,
       CASE WHEN c.resolution_status IN ('resolved', 'transferred', 'follow_up_required', 'abandoned', 'caller_hangup', 'timeout', 'technical_failure') THEN c.resolution_status WHEN c.resolution_status = 'escalated' AND c.transfer_completed THEN 'transferred' ELSE 'unclassified' END AS outcome
  FROM calls c
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.project_id = $5 AND c.solution_id = $6 AND c.started_at_utc >= $3 AND c.started_at_utc < $4
 ORDER BY c.started_at_utc DESC, c.call_id DESC
 LIMIT $7
