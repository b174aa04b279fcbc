SELECT c.call_id, c.project_id, c.campaign_id, c.contact_id, c.direction, c.channel, c.call_status, c.status_detail,
       to_char(c.started_at_utc AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS started_at_utc,
       to_char(c.ended_at_utc AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS ended_at_utc,
       c.duration_seconds, c.caller_masked, c.agent_name, c.version_number, c.version_source,
       CASE WHEN c.resolution_status IN ('resolved', 'transferred', 'follow_up_required', 'abandoned', 'caller_hangup', 'timeout', 'technical_failure') THEN c.resolution_status WHEN c.resolution_status = 'escalated' AND c.transfer_completed THEN 'transferred' ELSE 'unclassified' END AS outcome,
       CASE WHEN c.transfer_named_target OR c.resolution_status = 'transferred' OR (c.resolution_status = 'escalated' AND c.transfer_completed) THEN 'transferred' WHEN c.resolution_status IN ('resolved', 'follow_up_required', 'timeout') THEN 'agent_or_system_end' WHEN c.resolution_status IN ('abandoned', 'caller_hangup') THEN 'caller_hangup' WHEN c.resolution_status IN ('technical_failure') THEN 'failed' WHEN c.call_status IN ('missed') THEN 'missed' WHEN c.call_status IN ('failed') THEN 'failed' WHEN c.end_reason IN ('caller_hangup') THEN 'caller_hangup' WHEN c.end_reason IN ('agent_hangup', 'system_end') THEN 'agent_or_system_end' ELSE 'unknown' END AS disconnection_reason,
       CASE WHEN c.sentiment IN ('positive', 'neutral', 'negative') THEN c.sentiment WHEN c.caller_sentiment IN ('positive', 'neutral', 'negative') THEN c.caller_sentiment ELSE 'unclassified' END AS sentiment,
       c.human_escalation, c.transfer_last_outcome, c.cost_usd, c.cost_local, c.currency,
       c.transcript_available, c.recording_available
  FROM (SELECT c.call_id, c.started_at_utc
          FROM calls c
         WHERE c.client_id = $1 AND c.data_env = $2 AND c.project_id = $5 AND c.started_at_utc >= $3 AND c.started_at_utc < $4
         ORDER BY c.started_at_utc DESC, c.call_id DESC
         LIMIT $6 OFFSET $7) found
 CROSS JOIN LATERAL (
       SELECT c.* FROM calls c
        WHERE c.client_id = $1 AND c.data_env = $2
          AND c.call_id = found.call_id AND c.started_at_utc = found.started_at_utc
        LIMIT 1) c
 ORDER BY c.started_at_utc DESC, c.call_id DESC
