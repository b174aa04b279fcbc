SELECT c.call_id,
       to_char(c.started_at_utc AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS started_at_utc,
       c.caller_masked,
       c.duration_seconds::text,
       c.call_status,
       CASE WHEN c.resolution_status IN ('resolved', 'transferred', 'follow_up_required', 'abandoned', 'caller_hangup', 'timeout', 'technical_failure') THEN c.resolution_status WHEN c.resolution_status = 'escalated' AND c.transfer_completed THEN 'transferred' ELSE 'unclassified' END AS outcome,
       CASE WHEN c.sentiment IN ('positive', 'neutral', 'negative') THEN c.sentiment WHEN c.caller_sentiment IN ('positive', 'neutral', 'negative') THEN c.caller_sentiment ELSE 'unclassified' END AS sentiment,
       c.project_id,
       c.channel,
       c.agent_name,
       c.client_id,
       c.data_env,
       c.started_at_utc AS started_at,
       c.redaction_status,
       c.consent_status,
       c.consent_method,
       c.consent_obtained_at_utc,
       c.consent_expires_at_utc,
       c.consent_withdrawn_at_utc,
       n.caller_number_encrypted,
       n.summary_encrypted,
       n.redacted_transcript_encrypted
  FROM calls c
  LEFT JOIN LATERAL (
       SELECT n.* FROM call_contents n
        WHERE n.client_id = $1 AND n.data_env = $2 AND n.call_id = c.call_id AND n.started_at_utc = c.started_at_utc
          AND n.started_at_utc >= $3 AND n.started_at_utc < $4
        LIMIT 1) n ON true
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.project_id = $5 AND c.started_at_utc >= $3 AND c.started_at_utc < $4
 ORDER BY c.started_at_utc DESC, c.call_id DESC
