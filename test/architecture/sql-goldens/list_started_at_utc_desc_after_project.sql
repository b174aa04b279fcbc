SELECT c.call_id, c.project_id, c.campaign_id, c.contact_id, c.direction, c.channel, c.call_status, c.status_detail,
       to_char(c.started_at_utc AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS started_at_utc,
       to_char(c.ended_at_utc AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS ended_at_utc,
       c.duration_seconds, c.caller_masked, c.agent_name, c.version_number, c.version_source,
       CASE WHEN c.resolution_status IN ('resolved', 'transferred', 'follow_up_required', 'abandoned', 'caller_hangup', 'timeout', 'technical_failure') THEN c.resolution_status WHEN c.resolution_status = 'escalated' AND c.transfer_completed THEN 'transferred' ELSE 'unclassified' END AS outcome,
       CASE WHEN c.transfer_named_target OR c.resolution_status = 'transferred' OR (c.resolution_status = 'escalated' AND c.transfer_completed) THEN 'transferred' WHEN c.resolution_status IN ('resolved', 'follow_up_required', 'timeout') THEN 'agent_or_system_end' WHEN c.resolution_status IN ('abandoned', 'caller_hangup') THEN 'caller_hangup' WHEN c.resolution_status IN ('technical_failure') THEN 'failed' WHEN c.call_status IN ('missed') THEN 'missed' WHEN c.call_status IN ('failed') THEN 'failed' WHEN c.end_reason IN ('caller_hangup') THEN 'caller_hangup' WHEN c.end_reason IN ('agent_hangup', 'system_end') THEN 'agent_or_system_end' ELSE 'unknown' END AS disconnection_reason,
       CASE WHEN c.sentiment IN ('positive', 'neutral', 'negative') THEN c.sentiment WHEN c.caller_sentiment IN ('positive', 'neutral', 'negative') THEN c.caller_sentiment ELSE 'unclassified' END AS sentiment,
       c.human_escalation, c.transfer_last_outcome, c.cost_usd, c.cost_local, c.currency,
       c.transcript_available, c.recording_available
  FROM calls c
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.project_id = $5 AND c.started_at_utc >= $3 AND c.started_at_utc < $4
   AND (c.started_at_utc, c.call_id) < ($7::timestamptz, $8::text)
 ORDER BY c.started_at_utc DESC, c.call_id DESC
 LIMIT $6

-- list_started_at_utc_desc_after_all
- WHERE c.client_id = $1 AND c.data_env = $2 AND c.project_id = $5 AND c.started_at_utc >= $3 AND c.started_at_utc < $4
- AND (c.started_at_utc, c.call_id) < ($7::timestamptz, $8::text)
+ WHERE c.client_id = $1 AND c.data_env = $2 AND c.started_at_utc >= $3 AND c.started_at_utc < $4
+ AND (c.started_at_utc, c.call_id) < ($6::timestamptz, $7::text)
- LIMIT $6
+ LIMIT $5

-- list_started_at_utc_desc_after_projects
- WHERE c.client_id = $1 AND c.data_env = $2 AND c.project_id = $5 AND c.started_at_utc >= $3 AND c.started_at_utc < $4
+ WHERE c.client_id = $1 AND c.data_env = $2 AND c.project_id = ANY($5) AND c.started_at_utc >= $3 AND c.started_at_utc < $4

-- list_started_at_utc_desc_after_projects
- WHERE c.client_id = $1 AND c.data_env = $2 AND c.project_id = $5 AND c.started_at_utc >= $3 AND c.started_at_utc < $4
+ WHERE c.client_id = $1 AND c.data_env = $2 AND c.project_id = ANY($5) AND c.started_at_utc >= $3 AND c.started_at_utc < $4

-- list_started_at_utc_desc_after_project_solution
- WHERE c.client_id = $1 AND c.data_env = $2 AND c.project_id = $5 AND c.started_at_utc >= $3 AND c.started_at_utc < $4
- AND (c.started_at_utc, c.call_id) < ($7::timestamptz, $8::text)
+ WHERE c.client_id = $1 AND c.data_env = $2 AND c.project_id = $5 AND c.solution_id = $6 AND c.started_at_utc >= $3 AND c.started_at_utc < $4
+ AND (c.started_at_utc, c.call_id) < ($8::timestamptz, $9::text)
- LIMIT $6
+ LIMIT $7

-- list_duration_seconds_desc_after_project
- AND (c.started_at_utc, c.call_id) < ($7::timestamptz, $8::text)
- ORDER BY c.started_at_utc DESC, c.call_id DESC
+ AND (c.duration_order, c.started_at_utc, c.call_id) < ($9::double precision, $7::timestamptz, $8::text)
+ ORDER BY c.duration_order DESC, c.started_at_utc DESC, c.call_id DESC

-- list_call_status_desc_after_project
- AND (c.started_at_utc, c.call_id) < ($7::timestamptz, $8::text)
- ORDER BY c.started_at_utc DESC, c.call_id DESC
+ AND (c.call_status, c.started_at_utc, c.call_id) < ($9::text, $7::timestamptz, $8::text)
+ ORDER BY c.call_status DESC, c.started_at_utc DESC, c.call_id DESC

-- list_primary_outcome_desc_after_project
- AND (c.started_at_utc, c.call_id) < ($7::timestamptz, $8::text)
- ORDER BY c.started_at_utc DESC, c.call_id DESC
+ AND (CASE WHEN c.resolution_status IN ('resolved', 'transferred', 'follow_up_required', 'abandoned', 'caller_hangup', 'timeout', 'technical_failure') THEN c.resolution_status WHEN c.resolution_status = 'escalated' AND c.transfer_completed THEN 'transferred' ELSE 'unclassified' END, c.started_at_utc, c.call_id) < ($9::text, $7::timestamptz, $8::text)
+ ORDER BY CASE WHEN c.resolution_status IN ('resolved', 'transferred', 'follow_up_required', 'abandoned', 'caller_hangup', 'timeout', 'technical_failure') THEN c.resolution_status WHEN c.resolution_status = 'escalated' AND c.transfer_completed THEN 'transferred' ELSE 'unclassified' END DESC, c.started_at_utc DESC, c.call_id DESC

-- list_call_status_asc_after_project
- AND (c.started_at_utc, c.call_id) < ($7::timestamptz, $8::text)
- ORDER BY c.started_at_utc DESC, c.call_id DESC
+ AND (c.call_status, c.started_at_utc, c.call_id) > ($9::text, $7::timestamptz, $8::text)
+ ORDER BY c.call_status ASC, c.started_at_utc ASC, c.call_id ASC
