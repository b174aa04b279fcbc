WITH scoped AS MATERIALIZED (
       SELECT c.caller_hash, c.caller_hash_key_id FROM calls c WHERE c.client_id = $1 AND c.data_env = $2 AND c.project_id = $5 AND c.solution_id = $6 AND c.started_at_utc >= $3 AND c.started_at_utc < $4),
     callers AS (
       SELECT s.caller_hash, count(*) AS calls
         FROM scoped s
        WHERE s.caller_hash IS NOT NULL AND s.caller_hash_key_id = $7
        GROUP BY s.caller_hash),
     known_before AS (
       SELECT DISTINCT p.caller_hash FROM calls p
        WHERE p.client_id = $1 AND p.data_env = $2 AND p.project_id = $5 AND p.solution_id = $6 AND p.started_at_utc >= $8 AND p.started_at_utc < $3 AND p.caller_hash IS NOT NULL AND p.caller_hash_key_id = $7)
SELECT (SELECT count(*) FROM scoped) AS total_calls,
       (SELECT count(s.caller_hash) FROM scoped s) AS identified_calls,
       (SELECT count(s.caller_hash) FROM scoped s WHERE s.caller_hash_key_id IS DISTINCT FROM $7) AS foreign_key_calls,
       count(*) AS unique_callers,
       count(*) FILTER (WHERE r.calls > 1 OR b.caller_hash IS NOT NULL) AS returning_callers
  FROM callers r
  LEFT JOIN known_before b ON b.caller_hash = r.caller_hash
