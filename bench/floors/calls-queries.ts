/** A handwritten statement of a floor. */
interface FloorQuery {
  readonly name: string;
  readonly text: string;
  /** How many of the request's parameters it uses, after the two of the tenant. */
  readonly own: number;
}

const IN_RANGE = `client_id = $1 AND data_env = $2 AND project_id = $3
   AND started_at_utc >= $4 AND started_at_utc < $5`;

const OUTCOME = `CASE
         WHEN resolution_status IN ('resolved', 'transferred', 'follow_up_required', 'abandoned', 'caller_hangup',
                                    'timeout', 'technical_failure') THEN resolution_status
         WHEN resolution_status = 'escalated' AND transfer_completed THEN 'transferred'
         ELSE 'unclassified' END`;

const SENTIMENT = `CASE
         WHEN sentiment IN ('positive', 'neutral', 'negative') THEN sentiment
         WHEN caller_sentiment IN ('positive', 'neutral', 'negative') THEN caller_sentiment
         ELSE 'unclassified' END`;

const DISCONNECTION = `CASE
         WHEN transfer_named_target OR resolution_status = 'transferred'
           OR (resolution_status = 'escalated' AND transfer_completed) THEN 'transferred'
         WHEN resolution_status IN ('resolved', 'follow_up_required', 'timeout') THEN 'agent_or_system_end'
         WHEN resolution_status IN ('abandoned', 'caller_hangup') THEN 'caller_hangup'
         WHEN resolution_status = 'technical_failure' THEN 'failed'
         WHEN call_status IN ('missed', 'failed') THEN call_status
         WHEN end_reason = 'caller_hangup' THEN 'caller_hangup'
         WHEN end_reason IN ('agent_hangup', 'system_end') THEN 'agent_or_system_end'
         ELSE 'unknown' END`;

/** All values of the summary, from the covering index alone. */
const SUMMARY = `
SELECT count(*) AS total_calls,
       count(*) FILTER (WHERE call_status = 'completed') AS completed_calls,
       count(*) FILTER (WHERE call_status = 'missed') AS missed_calls,
       count(*) FILTER (WHERE call_status = 'failed') AS failed_calls,
       sum(duration_seconds) AS total_duration_seconds, count(duration_seconds) AS duration_known,
       sum(cost_usd) AS total_cost_usd, count(cost_usd) AS cost_usd_known,
       count(currency) AS currency_count, min(currency) AS currency_min, max(currency) AS currency_max,
       sum(cost_local) AS total_cost_local, count(cost_local) AS cost_local_known,
       count(*) FILTER (WHERE human_escalation) AS human_escalation_count,
       count(*) FILTER (WHERE felt = 'positive') AS positive,
       count(*) FILTER (WHERE felt = 'neutral') AS neutral,
       count(*) FILTER (WHERE felt = 'negative') AS negative,
       count(*) FILTER (WHERE ended = 'caller_hangup') AS caller_hangup,
       count(*) FILTER (WHERE ended = 'agent_or_system_end') AS agent_or_system_end,
       count(*) FILTER (WHERE ended = 'transferred') AS transferred,
       count(*) FILTER (WHERE ended = 'missed') AS missed,
       count(*) FILTER (WHERE ended = 'failed') AS failed,
       count(*) FILTER (WHERE ended = 'unknown') AS unknown,
       sum(ai_response_seconds) AS total_ai_response_seconds, count(ai_response_seconds) AS ai_response_known
  FROM (SELECT *, ${SENTIMENT} AS felt, ${DISCONNECTION} AS ended
          FROM floor.calls
         WHERE ${IN_RANGE}
        -- Keeps each CASE from being worked out once for every count that asks for it.
        OFFSET 0) calls`;

const OUTCOMES = `
SELECT ${OUTCOME} AS outcome, count(*) AS calls,
       count(*) FILTER (WHERE booking_created) AS bookings,
       count(*) FILTER (WHERE transfer_completed) AS transfers
  FROM floor.calls
 WHERE ${IN_RANGE}
 GROUP BY 1`;

/** The newest calls with the columns of a list's row. */
const PAGE = `
SELECT call_id, project_id, campaign_id, contact_id, direction, channel, call_status, status_detail,
       started_at_utc, ended_at_utc, duration_seconds, caller_masked, agent_name,
       ${OUTCOME} AS outcome, ${DISCONNECTION} AS disconnection_reason, ${SENTIMENT} AS felt,
       human_escalation, transfer_last_outcome, cost_usd, cost_local, currency,
       transcript_available, recording_available
  FROM calls
 WHERE ${IN_RANGE}
 ORDER BY started_at_utc DESC, call_id DESC
 LIMIT 100`;

const RECENT = `
SELECT call_id, started_at_utc, duration_seconds, ${SENTIMENT} AS felt, ${OUTCOME} AS outcome
  FROM calls
 WHERE ${IN_RANGE}
 ORDER BY started_at_utc DESC, call_id DESC
 LIMIT 5`;

/**
 * New and returning callers; $6 is the id of the key their numbers are hashed under, $7 the start
 * of the look-back.
 */
const CALLER_MIX = `
SELECT sum(calls) AS total_calls,
       sum(calls) FILTER (WHERE caller_hash IS NOT NULL) AS identified_calls,
       sum(calls) FILTER (WHERE caller_hash IS NOT NULL AND key_id IS DISTINCT FROM $6) AS foreign_key_calls,
       count(*) FILTER (WHERE caller_hash IS NOT NULL AND key_id = $6 AND calls > 0) AS unique_callers,
       count(*) FILTER (WHERE caller_hash IS NOT NULL AND key_id = $6 AND calls > 0 AND calls + before > 1)
         AS returning_callers
  FROM (SELECT caller_hash, caller_hash_key_id AS key_id,
               count(*) FILTER (WHERE started_at_utc >= $4) AS calls,
               count(*) FILTER (WHERE started_at_utc < $4) AS before
          FROM calls
         WHERE client_id = $1 AND data_env = $2 AND project_id = $3
           AND started_at_utc >= $7 AND started_at_utc < $5
         GROUP BY 1, 2) callers`;

/** Statements of the floor, by the first segment of the path. */
export const FLOOR_QUERIES: Readonly<Record<string, readonly FloorQuery[]>> = {
  summary: [{ name: 'floor_summary', text: SUMMARY, own: 3 }],
  outcomes: [{ name: 'floor_outcomes', text: OUTCOMES, own: 3 }],
  page: [{ name: 'floor_page', text: PAGE, own: 3 }],
  callers: [
    { name: 'floor_recent', text: RECENT, own: 3 },
    { name: 'floor_caller_mix', text: CALLER_MIX, own: 5 },
  ],
};
