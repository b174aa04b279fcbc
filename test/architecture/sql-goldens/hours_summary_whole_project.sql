SELECT w.is_dirty, t.*
  FROM (SELECT EXISTS (SELECT FROM call_rollup_dirty_hours m
                        WHERE m.client_id = $1 AND m.data_env = $2 AND m.project_id = $5 AND m.hour_utc >= $3 AND m.hour_utc < $4) AS is_dirty) w
  LEFT JOIN (
       SELECT 1 AS bucket,
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
        GROUP BY 1) t ON true

-- hours_summary_project
- SELECT 1 AS bucket,
+ SELECT width_bucket(r.hour_utc, $6::timestamptz[]) AS bucket,
