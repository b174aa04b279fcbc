WITH labels AS (
     SELECT CASE WHEN btrim(c.provider_label) <> '' THEN c.provider_label END AS provider_label,
            count(*) AS calls,
            count(*) FILTER (WHERE c.call_status = 'failed') AS failed_calls,
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
            percentile_cont(ARRAY[0.5, 0.95]) WITHIN GROUP (ORDER BY c.ai_response_seconds) AS percentiles
       FROM calls c
      WHERE c.client_id = $1 AND c.data_env = $2 AND c.project_id = $5 AND c.started_at_utc >= $3 AND c.started_at_utc < $4
      GROUP BY 1),
     ranked AS (
     SELECT l.*,
            row_number() OVER (PARTITION BY l.provider_label IS NULL
                                   ORDER BY l.calls DESC, l.provider_label COLLATE "C") > $6 AS is_rest
       FROM labels l)
SELECT CASE WHEN NOT r.is_rest THEN r.provider_label END AS provider_label,
       r.is_rest,
       count(*) AS labels,
       sum(r.calls) AS calls,
       sum(r.failed_calls) AS failed_calls,
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
       sum(r.response_times_known) AS response_times_known,
       min(r.percentiles[1]) FILTER (WHERE NOT r.is_rest)::numeric AS p50_ai_response_seconds,
       min(r.percentiles[2]) FILTER (WHERE NOT r.is_rest)::numeric AS p95_ai_response_seconds
  FROM ranked r
 GROUP BY 1, 2
