WITH raw_hours AS MATERIALIZED (
     SELECT m.hour_utc FROM call_rollup_dirty_hours m
      WHERE m.client_id = $1 AND m.data_env = $2 AND m.project_id = $5 AND m.hour_utc > $3::timestamptz - interval '1 hour' AND m.hour_utc < $4
      UNION
     SELECT unnest($7::timestamptz[])),
     parts AS (
     SELECT width_bucket(r.hour_utc, $6::timestamptz[]) AS bucket,
            sum(r.total_calls) AS total_calls,
            sum(r.completed_calls) AS completed_calls,
            sum(r.missed_calls) AS missed_calls,
            sum(r.failed_calls) AS failed_calls,
            sum(r.total_duration_seconds) AS total_duration_seconds,
            sum(r.duration_known) AS duration_known,
            sum(r.total_cost_usd) AS total_cost_usd,
            sum(r.cost_usd_known) AS cost_usd_known,
            sum(r.currency_count) AS currency_count,
            min(r.currency_min) AS currency_min,
            max(r.currency_max) AS currency_max,
            sum(r.total_cost_local) AS total_cost_local,
            sum(r.cost_local_known) AS cost_local_known,
            sum(r.human_escalation_count) AS human_escalation_count,
            sum(r.sentiment_positive) AS sentiment_positive,
            sum(r.sentiment_neutral) AS sentiment_neutral,
            sum(r.sentiment_negative) AS sentiment_negative,
            sum(r.disconnect_caller_hangup) AS disconnect_caller_hangup,
            sum(r.disconnect_agent_or_system_end) AS disconnect_agent_or_system_end,
            sum(r.disconnect_transferred) AS disconnect_transferred,
            sum(r.disconnect_missed) AS disconnect_missed,
            sum(r.disconnect_failed) AS disconnect_failed,
            sum(r.disconnect_unknown) AS disconnect_unknown,
            sum(r.total_ai_response_seconds) AS total_ai_response_seconds,
            sum(r.ai_response_known) AS ai_response_known,
            sum(r.total_cost_speech_to_text) AS total_cost_speech_to_text,
            sum(r.total_cost_model) AS total_cost_model,
            sum(r.total_cost_text_to_speech) AS total_cost_text_to_speech,
            sum(r.total_cost_telephony) AS total_cost_telephony,
            sum(r.total_cost_platform) AS total_cost_platform,
            sum(r.total_cost_other) AS total_cost_other,
            sum(r.cost_parts_known) AS cost_parts_known,
            sum(r.response_turns) AS response_turns,
            sum(r.weighted_response_p50_ms) AS weighted_response_p50_ms,
            max(r.worst_response_p95_ms) AS worst_response_p95_ms,
            sum(r.response_times_known) AS response_times_known
       FROM call_rollups r
      WHERE r.client_id = $1 AND r.data_env = $2 AND r.project_id = $5 AND r.direction = '' AND r.hour_utc >= $3 AND r.hour_utc < $4
        AND NOT EXISTS (SELECT FROM raw_hours h WHERE h.hour_utc = r.hour_utc)
      GROUP BY 1
      UNION ALL
     SELECT width_bucket(c.started_at_utc, $6::timestamptz[]) AS bucket,
            count(*) AS total_calls,
            count(*) FILTER (WHERE c.call_status = 'completed') AS completed_calls,
            count(*) FILTER (WHERE c.call_status = 'missed') AS missed_calls,
            count(*) FILTER (WHERE c.call_status = 'failed') AS failed_calls,
            sum(c.duration_seconds) AS total_duration_seconds,
            count(c.duration_seconds) AS duration_known,
            sum(c.cost_usd) AS total_cost_usd,
            count(c.cost_usd) AS cost_usd_known,
            count(c.currency) AS currency_count,
            min(c.currency) AS currency_min,
            max(c.currency) AS currency_max,
            sum(c.cost_local) AS total_cost_local,
            count(c.cost_local) AS cost_local_known,
            count(*) FILTER (WHERE c.human_escalation) AS human_escalation_count,
            count(*) FILTER (WHERE f.sentiment = 'positive') AS sentiment_positive,
            count(*) FILTER (WHERE f.sentiment = 'neutral') AS sentiment_neutral,
            count(*) FILTER (WHERE f.sentiment = 'negative') AS sentiment_negative,
            count(*) FILTER (WHERE f.disconnection = 'caller_hangup') AS disconnect_caller_hangup,
            count(*) FILTER (WHERE f.disconnection = 'agent_or_system_end') AS disconnect_agent_or_system_end,
            count(*) FILTER (WHERE f.disconnection = 'transferred') AS disconnect_transferred,
            count(*) FILTER (WHERE f.disconnection = 'missed') AS disconnect_missed,
            count(*) FILTER (WHERE f.disconnection = 'failed') AS disconnect_failed,
            count(*) FILTER (WHERE f.disconnection = 'unknown') AS disconnect_unknown,
            sum(c.ai_response_seconds) AS total_ai_response_seconds,
            count(c.ai_response_seconds) AS ai_response_known,
            sum(c.cost_speech_to_text) AS total_cost_speech_to_text,
            sum(c.cost_model) AS total_cost_model,
            sum(c.cost_text_to_speech) AS total_cost_text_to_speech,
            sum(c.cost_telephony) AS total_cost_telephony,
            sum(c.cost_platform) AS total_cost_platform,
            sum(c.cost_other) AS total_cost_other,
            count(*) FILTER (WHERE num_nonnulls(c.cost_speech_to_text, c.cost_model, c.cost_text_to_speech, c.cost_telephony, c.cost_platform, c.cost_other) > 0) AS cost_parts_known,
            sum(c.response_turns) AS response_turns,
            sum(c.response_p50_ms::bigint * c.response_turns) AS weighted_response_p50_ms,
            max(c.response_p95_ms) AS worst_response_p95_ms,
            count(c.response_turns) AS response_times_known
       FROM raw_hours h
      CROSS JOIN LATERAL (
            SELECT c.* FROM calls c
             WHERE c.client_id = $1 AND c.data_env = $2 AND c.project_id = $5 AND c.started_at_utc >= $3 AND c.started_at_utc < $4
               AND c.started_at_utc >= h.hour_utc AND c.started_at_utc < h.hour_utc + interval '1 hour'
            OFFSET 0) c
 CROSS JOIN LATERAL (SELECT CASE WHEN c.sentiment IN ('positive', 'neutral', 'negative') THEN c.sentiment WHEN c.caller_sentiment IN ('positive', 'neutral', 'negative') THEN c.caller_sentiment ELSE 'unclassified' END AS sentiment,
              CASE WHEN c.transfer_named_target OR c.resolution_status = 'transferred' OR (c.resolution_status = 'escalated' AND c.transfer_completed) THEN 'transferred' WHEN c.resolution_status IN ('resolved', 'follow_up_required', 'timeout') THEN 'agent_or_system_end' WHEN c.resolution_status IN ('abandoned', 'caller_hangup') THEN 'caller_hangup' WHEN c.resolution_status IN ('technical_failure') THEN 'failed' WHEN c.call_status IN ('missed') THEN 'missed' WHEN c.call_status IN ('failed') THEN 'failed' WHEN c.end_reason IN ('caller_hangup') THEN 'caller_hangup' WHEN c.end_reason IN ('agent_hangup', 'system_end') THEN 'agent_or_system_end' ELSE 'unknown' END AS disconnection OFFSET 0) f
      GROUP BY 1)
SELECT p.bucket,
       sum(p.total_calls) AS total_calls,
            sum(p.completed_calls) AS completed_calls,
            sum(p.missed_calls) AS missed_calls,
            sum(p.failed_calls) AS failed_calls,
            sum(p.total_duration_seconds) AS total_duration_seconds,
            sum(p.duration_known) AS duration_known,
            sum(p.total_cost_usd) AS total_cost_usd,
            sum(p.cost_usd_known) AS cost_usd_known,
            sum(p.currency_count) AS currency_count,
            min(p.currency_min) AS currency_min,
            max(p.currency_max) AS currency_max,
            sum(p.total_cost_local) AS total_cost_local,
            sum(p.cost_local_known) AS cost_local_known,
            sum(p.human_escalation_count) AS human_escalation_count,
            sum(p.sentiment_positive) AS sentiment_positive,
            sum(p.sentiment_neutral) AS sentiment_neutral,
            sum(p.sentiment_negative) AS sentiment_negative,
            sum(p.disconnect_caller_hangup) AS disconnect_caller_hangup,
            sum(p.disconnect_agent_or_system_end) AS disconnect_agent_or_system_end,
            sum(p.disconnect_transferred) AS disconnect_transferred,
            sum(p.disconnect_missed) AS disconnect_missed,
            sum(p.disconnect_failed) AS disconnect_failed,
            sum(p.disconnect_unknown) AS disconnect_unknown,
            sum(p.total_ai_response_seconds) AS total_ai_response_seconds,
            sum(p.ai_response_known) AS ai_response_known,
            sum(p.total_cost_speech_to_text) AS total_cost_speech_to_text,
            sum(p.total_cost_model) AS total_cost_model,
            sum(p.total_cost_text_to_speech) AS total_cost_text_to_speech,
            sum(p.total_cost_telephony) AS total_cost_telephony,
            sum(p.total_cost_platform) AS total_cost_platform,
            sum(p.total_cost_other) AS total_cost_other,
            sum(p.cost_parts_known) AS cost_parts_known,
            sum(p.response_turns) AS response_turns,
            sum(p.weighted_response_p50_ms) AS weighted_response_p50_ms,
            max(p.worst_response_p95_ms) AS worst_response_p95_ms,
            sum(p.response_times_known) AS response_times_known
  FROM parts p
 GROUP BY p.bucket

-- totals_summary_all
- WHERE m.client_id = $1 AND m.data_env = $2 AND m.project_id = $5 AND m.hour_utc > $3::timestamptz - interval '1 hour' AND m.hour_utc < $4
+ WHERE m.client_id = $1 AND m.data_env = $2 AND m.hour_utc > $3::timestamptz - interval '1 hour' AND m.hour_utc < $4
- SELECT unnest($7::timestamptz[])),
+ SELECT unnest($6::timestamptz[])),
- SELECT width_bucket(r.hour_utc, $6::timestamptz[]) AS bucket,
+ SELECT width_bucket(r.hour_utc, $5::timestamptz[]) AS bucket,
- WHERE r.client_id = $1 AND r.data_env = $2 AND r.project_id = $5 AND r.direction = '' AND r.hour_utc >= $3 AND r.hour_utc < $4
+ WHERE r.client_id = $1 AND r.data_env = $2 AND r.direction = '' AND r.hour_utc >= $3 AND r.hour_utc < $4
- SELECT width_bucket(c.started_at_utc, $6::timestamptz[]) AS bucket,
+ SELECT width_bucket(c.started_at_utc, $5::timestamptz[]) AS bucket,
- WHERE c.client_id = $1 AND c.data_env = $2 AND c.project_id = $5 AND c.started_at_utc >= $3 AND c.started_at_utc < $4
+ WHERE c.client_id = $1 AND c.data_env = $2 AND c.started_at_utc >= $3 AND c.started_at_utc < $4

-- totals_summary_projects
- WHERE m.client_id = $1 AND m.data_env = $2 AND m.project_id = $5 AND m.hour_utc > $3::timestamptz - interval '1 hour' AND m.hour_utc < $4
+ WHERE m.client_id = $1 AND m.data_env = $2 AND m.project_id = ANY($5) AND m.hour_utc > $3::timestamptz - interval '1 hour' AND m.hour_utc < $4
- WHERE r.client_id = $1 AND r.data_env = $2 AND r.project_id = $5 AND r.direction = '' AND r.hour_utc >= $3 AND r.hour_utc < $4
+ WHERE r.client_id = $1 AND r.data_env = $2 AND r.project_id = ANY($5) AND r.direction = '' AND r.hour_utc >= $3 AND r.hour_utc < $4
- WHERE c.client_id = $1 AND c.data_env = $2 AND c.project_id = $5 AND c.started_at_utc >= $3 AND c.started_at_utc < $4
+ WHERE c.client_id = $1 AND c.data_env = $2 AND c.project_id = ANY($5) AND c.started_at_utc >= $3 AND c.started_at_utc < $4

-- totals_summary_projects
- WHERE m.client_id = $1 AND m.data_env = $2 AND m.project_id = $5 AND m.hour_utc > $3::timestamptz - interval '1 hour' AND m.hour_utc < $4
+ WHERE m.client_id = $1 AND m.data_env = $2 AND m.project_id = ANY($5) AND m.hour_utc > $3::timestamptz - interval '1 hour' AND m.hour_utc < $4
- WHERE r.client_id = $1 AND r.data_env = $2 AND r.project_id = $5 AND r.direction = '' AND r.hour_utc >= $3 AND r.hour_utc < $4
+ WHERE r.client_id = $1 AND r.data_env = $2 AND r.project_id = ANY($5) AND r.direction = '' AND r.hour_utc >= $3 AND r.hour_utc < $4
- WHERE c.client_id = $1 AND c.data_env = $2 AND c.project_id = $5 AND c.started_at_utc >= $3 AND c.started_at_utc < $4
+ WHERE c.client_id = $1 AND c.data_env = $2 AND c.project_id = ANY($5) AND c.started_at_utc >= $3 AND c.started_at_utc < $4

-- totals_summary_project_solution
- SELECT unnest($7::timestamptz[])),
+ SELECT unnest($8::timestamptz[])),
- SELECT width_bucket(r.hour_utc, $6::timestamptz[]) AS bucket,
+ SELECT width_bucket(r.hour_utc, $7::timestamptz[]) AS bucket,
- WHERE r.client_id = $1 AND r.data_env = $2 AND r.project_id = $5 AND r.direction = '' AND r.hour_utc >= $3 AND r.hour_utc < $4
+ WHERE r.client_id = $1 AND r.data_env = $2 AND r.project_id = $5 AND r.solution_id = $6 AND r.direction = '' AND r.hour_utc >= $3 AND r.hour_utc < $4
- SELECT width_bucket(c.started_at_utc, $6::timestamptz[]) AS bucket,
+ SELECT width_bucket(c.started_at_utc, $7::timestamptz[]) AS bucket,
- WHERE c.client_id = $1 AND c.data_env = $2 AND c.project_id = $5 AND c.started_at_utc >= $3 AND c.started_at_utc < $4
+ WHERE c.client_id = $1 AND c.data_env = $2 AND c.project_id = $5 AND c.solution_id = $6 AND c.started_at_utc >= $3 AND c.started_at_utc < $4
