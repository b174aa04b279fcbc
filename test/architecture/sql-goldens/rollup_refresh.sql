WITH hours AS MATERIALIZED (
     SELECT m.project_id, m.hour_utc FROM call_rollup_dirty_hours m
      WHERE m.client_id = $1 AND m.data_env = $2
      GROUP BY 1, 2 ORDER BY 1, 2 LIMIT $3),
     bounds AS MATERIALIZED (
     SELECT min(hour_utc) AS first, max(hour_utc) + interval '1 hour' AS after FROM hours),
     seen AS (
     DELETE FROM call_rollup_dirty_hours m USING hours h
      WHERE m.client_id = $1 AND m.data_env = $2 AND m.project_id = h.project_id AND m.hour_utc = h.hour_utc),
     sums AS MATERIALIZED (
     SELECT h.project_id, h.hour_utc, c.of_solution AS solution_id,
            coalesce(c.of_version, 0) AS version_number, coalesce(c.of_direction, '') AS direction,
            coalesce(c.was_inferred, false) AS is_inferred, coalesce(c.was_ended, true) AS has_ended,
            count(*) AS total_calls,
            count(*) FILTER (WHERE c.call_status = 'queued') AS queued_calls,
            count(*) FILTER (WHERE c.call_status = 'ringing') AS ringing_calls,
            count(*) FILTER (WHERE c.call_status = 'in_progress') AS in_progress_calls,
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
            count(*) FILTER (WHERE f.sentiment = 'unclassified') AS sentiment_unclassified,
            count(*) FILTER (WHERE f.disconnection = 'caller_hangup') AS disconnect_caller_hangup,
            count(*) FILTER (WHERE f.disconnection = 'agent_or_system_end') AS disconnect_agent_or_system_end,
            count(*) FILTER (WHERE f.disconnection = 'transferred') AS disconnect_transferred,
            count(*) FILTER (WHERE f.disconnection = 'missed') AS disconnect_missed,
            count(*) FILTER (WHERE f.disconnection = 'failed') AS disconnect_failed,
            count(*) FILTER (WHERE f.disconnection = 'unknown') AS disconnect_unknown,
            count(*) FILTER (WHERE f.outcome = 'resolved') AS outcome_resolved,
            count(*) FILTER (WHERE f.outcome = 'transferred') AS outcome_transferred,
            count(*) FILTER (WHERE f.outcome = 'follow_up_required') AS outcome_follow_up_required,
            count(*) FILTER (WHERE f.outcome = 'abandoned') AS outcome_abandoned,
            count(*) FILTER (WHERE f.outcome = 'caller_hangup') AS outcome_caller_hangup,
            count(*) FILTER (WHERE f.outcome = 'timeout') AS outcome_timeout,
            count(*) FILTER (WHERE f.outcome = 'technical_failure') AS outcome_technical_failure,
            count(*) FILTER (WHERE f.outcome = 'unclassified') AS outcome_unclassified,
            count(*) FILTER (WHERE c.booking_created) AS booking_count,
            count(*) FILTER (WHERE c.transfer_completed) AS transfer_count,
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
            count(c.response_turns) AS response_times_known,
            sum(c.duration_seconds::numeric * c.duration_seconds) AS duration_seconds_squares,
            sum(c.cost_usd::numeric * c.cost_usd) AS cost_usd_squares,
            sum(c.ai_response_seconds::numeric * c.ai_response_seconds) AS ai_response_seconds_squares,
            sum(c.response_p50_ms::numeric * c.response_p50_ms) AS response_p50_ms_squares,
            sum(c.response_p50_ms) AS total_response_p50_ms
       FROM hours h
      CROSS JOIN LATERAL (
            SELECT c.*, coalesce(c.solution_id, '') AS of_solution, coalesce(c.version_number, 0) AS of_version,
                   c.direction AS of_direction, c.version_source IS NOT DISTINCT FROM 'inferred' AS was_inferred,
                   c.call_status IN ('completed', 'missed', 'failed') AS was_ended
              FROM calls c
             WHERE c.client_id = $1 AND c.data_env = $2 AND c.project_id = h.project_id
               AND c.started_at_utc >= h.hour_utc AND c.started_at_utc < h.hour_utc + interval '1 hour'
               AND c.started_at_utc >= (SELECT first FROM bounds) AND c.started_at_utc < (SELECT after FROM bounds)
            OFFSET 0) c
 CROSS JOIN LATERAL (SELECT CASE WHEN c.sentiment IN ('positive', 'neutral', 'negative') THEN c.sentiment WHEN c.caller_sentiment IN ('positive', 'neutral', 'negative') THEN c.caller_sentiment ELSE 'unclassified' END AS sentiment,
              CASE WHEN c.transfer_named_target OR c.resolution_status = 'transferred' OR (c.resolution_status = 'escalated' AND c.transfer_completed) THEN 'transferred' WHEN c.resolution_status IN ('resolved', 'follow_up_required', 'timeout') THEN 'agent_or_system_end' WHEN c.resolution_status IN ('abandoned', 'caller_hangup') THEN 'caller_hangup' WHEN c.resolution_status IN ('technical_failure') THEN 'failed' WHEN c.call_status IN ('missed') THEN 'missed' WHEN c.call_status IN ('failed') THEN 'failed' WHEN c.end_reason IN ('caller_hangup') THEN 'caller_hangup' WHEN c.end_reason IN ('agent_hangup', 'system_end') THEN 'agent_or_system_end' ELSE 'unknown' END AS disconnection,
              CASE WHEN c.resolution_status IN ('resolved', 'transferred', 'follow_up_required', 'abandoned', 'caller_hangup', 'timeout', 'technical_failure') THEN c.resolution_status WHEN c.resolution_status = 'escalated' AND c.transfer_completed THEN 'transferred' ELSE 'unclassified' END AS outcome OFFSET 0) f
      GROUP BY GROUPING SETS ((h.project_id, h.hour_utc, c.of_solution),
                              (h.project_id, h.hour_utc, c.of_solution, c.of_version, c.of_direction, c.was_inferred, c.was_ended))),
     emptied AS (
     DELETE FROM call_rollups r USING hours h
      WHERE r.client_id = $1 AND r.data_env = $2 AND r.project_id = h.project_id AND r.hour_utc = h.hour_utc
        AND NOT EXISTS (SELECT FROM sums s
                         WHERE s.project_id = r.project_id AND s.hour_utc = r.hour_utc AND s.solution_id = r.solution_id
                           AND s.version_number = r.version_number AND s.direction = r.direction
                           AND s.is_inferred = r.is_inferred AND s.has_ended = r.has_ended)),
     written AS (
     INSERT INTO call_rollups (client_id, data_env, project_id, hour_utc, solution_id, version_number, direction, is_inferred, has_ended, total_calls, queued_calls, ringing_calls, in_progress_calls, completed_calls, missed_calls, failed_calls, total_duration_seconds, duration_known, total_cost_usd, cost_usd_known, currency_count, currency_min, currency_max, total_cost_local, cost_local_known, human_escalation_count, sentiment_positive, sentiment_neutral, sentiment_negative, sentiment_unclassified, disconnect_caller_hangup, disconnect_agent_or_system_end, disconnect_transferred, disconnect_missed, disconnect_failed, disconnect_unknown, outcome_resolved, outcome_transferred, outcome_follow_up_required, outcome_abandoned, outcome_caller_hangup, outcome_timeout, outcome_technical_failure, outcome_unclassified, booking_count, transfer_count, total_ai_response_seconds, ai_response_known, total_cost_speech_to_text, total_cost_model, total_cost_text_to_speech, total_cost_telephony, total_cost_platform, total_cost_other, cost_parts_known, response_turns, weighted_response_p50_ms, worst_response_p95_ms, response_times_known, duration_seconds_squares, cost_usd_squares, ai_response_seconds_squares, response_p50_ms_squares, total_response_p50_ms)
     SELECT $1, $2, s.* FROM sums s
         ON CONFLICT (client_id, data_env, project_id, hour_utc, solution_id, version_number, direction, is_inferred, has_ended) DO UPDATE SET
            total_calls = excluded.total_calls, queued_calls = excluded.queued_calls, ringing_calls = excluded.ringing_calls, in_progress_calls = excluded.in_progress_calls, completed_calls = excluded.completed_calls, missed_calls = excluded.missed_calls, failed_calls = excluded.failed_calls, total_duration_seconds = excluded.total_duration_seconds, duration_known = excluded.duration_known, total_cost_usd = excluded.total_cost_usd, cost_usd_known = excluded.cost_usd_known, currency_count = excluded.currency_count, currency_min = excluded.currency_min, currency_max = excluded.currency_max, total_cost_local = excluded.total_cost_local, cost_local_known = excluded.cost_local_known, human_escalation_count = excluded.human_escalation_count, sentiment_positive = excluded.sentiment_positive, sentiment_neutral = excluded.sentiment_neutral, sentiment_negative = excluded.sentiment_negative, sentiment_unclassified = excluded.sentiment_unclassified, disconnect_caller_hangup = excluded.disconnect_caller_hangup, disconnect_agent_or_system_end = excluded.disconnect_agent_or_system_end, disconnect_transferred = excluded.disconnect_transferred, disconnect_missed = excluded.disconnect_missed, disconnect_failed = excluded.disconnect_failed, disconnect_unknown = excluded.disconnect_unknown, outcome_resolved = excluded.outcome_resolved, outcome_transferred = excluded.outcome_transferred, outcome_follow_up_required = excluded.outcome_follow_up_required, outcome_abandoned = excluded.outcome_abandoned, outcome_caller_hangup = excluded.outcome_caller_hangup, outcome_timeout = excluded.outcome_timeout, outcome_technical_failure = excluded.outcome_technical_failure, outcome_unclassified = excluded.outcome_unclassified, booking_count = excluded.booking_count, transfer_count = excluded.transfer_count, total_ai_response_seconds = excluded.total_ai_response_seconds, ai_response_known = excluded.ai_response_known, total_cost_speech_to_text = excluded.total_cost_speech_to_text, total_cost_model = excluded.total_cost_model, total_cost_text_to_speech = excluded.total_cost_text_to_speech, total_cost_telephony = excluded.total_cost_telephony, total_cost_platform = excluded.total_cost_platform, total_cost_other = excluded.total_cost_other, cost_parts_known = excluded.cost_parts_known, response_turns = excluded.response_turns, weighted_response_p50_ms = excluded.weighted_response_p50_ms, worst_response_p95_ms = excluded.worst_response_p95_ms, response_times_known = excluded.response_times_known, duration_seconds_squares = excluded.duration_seconds_squares, cost_usd_squares = excluded.cost_usd_squares, ai_response_seconds_squares = excluded.ai_response_seconds_squares, response_p50_ms_squares = excluded.response_p50_ms_squares, total_response_p50_ms = excluded.total_response_p50_ms)
SELECT count(*)::integer AS hours FROM hours
