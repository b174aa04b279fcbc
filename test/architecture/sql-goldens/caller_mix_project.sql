SELECT coalesce(sum(g.calls), 0) AS total_calls,
       coalesce(sum(g.calls) FILTER (WHERE g.caller_hash IS NOT NULL), 0) AS identified_calls,
       coalesce(sum(g.calls + g.calls_before)
                  FILTER (WHERE g.caller_hash IS NOT NULL AND g.key_id IS DISTINCT FROM $6), 0)
         AS foreign_key_calls,
       count(*) FILTER (WHERE g.caller_hash IS NOT NULL AND g.key_id = $6 AND g.calls > 0) AS unique_callers,
       count(*) FILTER (WHERE g.caller_hash IS NOT NULL AND g.key_id = $6 AND g.calls > 0 AND g.calls + g.calls_before > 1) AS returning_callers,
       count(*) FILTER (WHERE g.caller_hash IS NOT NULL AND g.key_id = $6 AND g.calls > 0 AND NOT g.calls + g.calls_before > 1 AND g.first_day = 1) AS first_day_new,
       count(*) FILTER (WHERE g.caller_hash IS NOT NULL AND g.key_id = $6 AND g.calls > 0 AND g.calls + g.calls_before > 1 AND NOT (g.calls > g.first_day AND g.calls + g.calls_before - g.oldest_day > 1))
         AS first_day_returning,
       count(*) FILTER (WHERE g.caller_hash IS NOT NULL AND g.key_id = $6 AND g.calls > 0 AND NOT g.calls + g.calls_before > 1 AND g.last_day = 1) AS last_day_new,
       count(*) FILTER (WHERE g.caller_hash IS NOT NULL AND g.key_id = $6 AND g.calls > 0 AND g.calls + g.calls_before > 1 AND NOT (g.calls > g.last_day AND g.calls + g.calls_before - g.last_day > 1))
         AS last_day_returning,
       coalesce(sum(g.later), 0) AS later_calls
  FROM (SELECT c.caller_hash,
               c.caller_hash_key_id AS key_id,
               count(*) FILTER (WHERE c.started_at_utc >= $3) AS calls,
               count(*) FILTER (WHERE c.started_at_utc < $3) AS calls_before,
               count(*) FILTER (WHERE c.started_at_utc >= $3 AND c.started_at_utc < $8) AS first_day,
               count(*) FILTER (WHERE c.started_at_utc >= $9) AS last_day,
               count(*) FILTER (WHERE c.started_at_utc >= $11) AS later,
               count(*) FILTER (WHERE c.started_at_utc < $10) AS oldest_day
          FROM calls c
         WHERE c.client_id = $1 AND c.data_env = $2 AND c.project_id = $5 AND c.started_at_utc >= $7 AND c.started_at_utc < $4
         GROUP BY 1, 2) g

-- caller_mix_all
- FILTER (WHERE g.caller_hash IS NOT NULL AND g.key_id IS DISTINCT FROM $6), 0)
+ FILTER (WHERE g.caller_hash IS NOT NULL AND g.key_id IS DISTINCT FROM $5), 0)
- count(*) FILTER (WHERE g.caller_hash IS NOT NULL AND g.key_id = $6 AND g.calls > 0) AS unique_callers,
- count(*) FILTER (WHERE g.caller_hash IS NOT NULL AND g.key_id = $6 AND g.calls > 0 AND g.calls + g.calls_before > 1) AS returning_callers,
- count(*) FILTER (WHERE g.caller_hash IS NOT NULL AND g.key_id = $6 AND g.calls > 0 AND NOT g.calls + g.calls_before > 1 AND g.first_day = 1) AS first_day_new,
- count(*) FILTER (WHERE g.caller_hash IS NOT NULL AND g.key_id = $6 AND g.calls > 0 AND g.calls + g.calls_before > 1 AND NOT (g.calls > g.first_day AND g.calls + g.calls_before - g.oldest_day > 1))
+ count(*) FILTER (WHERE g.caller_hash IS NOT NULL AND g.key_id = $5 AND g.calls > 0) AS unique_callers,
+ count(*) FILTER (WHERE g.caller_hash IS NOT NULL AND g.key_id = $5 AND g.calls > 0 AND g.calls + g.calls_before > 1) AS returning_callers,
+ count(*) FILTER (WHERE g.caller_hash IS NOT NULL AND g.key_id = $5 AND g.calls > 0 AND NOT g.calls + g.calls_before > 1 AND g.first_day = 1) AS first_day_new,
+ count(*) FILTER (WHERE g.caller_hash IS NOT NULL AND g.key_id = $5 AND g.calls > 0 AND g.calls + g.calls_before > 1 AND NOT (g.calls > g.first_day AND g.calls + g.calls_before - g.oldest_day > 1))
- count(*) FILTER (WHERE g.caller_hash IS NOT NULL AND g.key_id = $6 AND g.calls > 0 AND NOT g.calls + g.calls_before > 1 AND g.last_day = 1) AS last_day_new,
- count(*) FILTER (WHERE g.caller_hash IS NOT NULL AND g.key_id = $6 AND g.calls > 0 AND g.calls + g.calls_before > 1 AND NOT (g.calls > g.last_day AND g.calls + g.calls_before - g.last_day > 1))
+ count(*) FILTER (WHERE g.caller_hash IS NOT NULL AND g.key_id = $5 AND g.calls > 0 AND NOT g.calls + g.calls_before > 1 AND g.last_day = 1) AS last_day_new,
+ count(*) FILTER (WHERE g.caller_hash IS NOT NULL AND g.key_id = $5 AND g.calls > 0 AND g.calls + g.calls_before > 1 AND NOT (g.calls > g.last_day AND g.calls + g.calls_before - g.last_day > 1))
- count(*) FILTER (WHERE c.started_at_utc >= $3 AND c.started_at_utc < $8) AS first_day,
- count(*) FILTER (WHERE c.started_at_utc >= $9) AS last_day,
- count(*) FILTER (WHERE c.started_at_utc >= $11) AS later,
- count(*) FILTER (WHERE c.started_at_utc < $10) AS oldest_day
+ count(*) FILTER (WHERE c.started_at_utc >= $3 AND c.started_at_utc < $7) AS first_day,
+ count(*) FILTER (WHERE c.started_at_utc >= $8) AS last_day,
+ count(*) FILTER (WHERE c.started_at_utc >= $10) AS later,
+ count(*) FILTER (WHERE c.started_at_utc < $9) AS oldest_day
- WHERE c.client_id = $1 AND c.data_env = $2 AND c.project_id = $5 AND c.started_at_utc >= $7 AND c.started_at_utc < $4
+ WHERE c.client_id = $1 AND c.data_env = $2 AND c.started_at_utc >= $6 AND c.started_at_utc < $4

-- caller_mix_projects
- WHERE c.client_id = $1 AND c.data_env = $2 AND c.project_id = $5 AND c.started_at_utc >= $7 AND c.started_at_utc < $4
+ WHERE c.client_id = $1 AND c.data_env = $2 AND c.project_id = ANY($5) AND c.started_at_utc >= $7 AND c.started_at_utc < $4

-- caller_mix_projects
- WHERE c.client_id = $1 AND c.data_env = $2 AND c.project_id = $5 AND c.started_at_utc >= $7 AND c.started_at_utc < $4
+ WHERE c.client_id = $1 AND c.data_env = $2 AND c.project_id = ANY($5) AND c.started_at_utc >= $7 AND c.started_at_utc < $4

-- caller_mix_project_solution
- FILTER (WHERE g.caller_hash IS NOT NULL AND g.key_id IS DISTINCT FROM $6), 0)
+ FILTER (WHERE g.caller_hash IS NOT NULL AND g.key_id IS DISTINCT FROM $7), 0)
- count(*) FILTER (WHERE g.caller_hash IS NOT NULL AND g.key_id = $6 AND g.calls > 0) AS unique_callers,
- count(*) FILTER (WHERE g.caller_hash IS NOT NULL AND g.key_id = $6 AND g.calls > 0 AND g.calls + g.calls_before > 1) AS returning_callers,
- count(*) FILTER (WHERE g.caller_hash IS NOT NULL AND g.key_id = $6 AND g.calls > 0 AND NOT g.calls + g.calls_before > 1 AND g.first_day = 1) AS first_day_new,
- count(*) FILTER (WHERE g.caller_hash IS NOT NULL AND g.key_id = $6 AND g.calls > 0 AND g.calls + g.calls_before > 1 AND NOT (g.calls > g.first_day AND g.calls + g.calls_before - g.oldest_day > 1))
+ count(*) FILTER (WHERE g.caller_hash IS NOT NULL AND g.key_id = $7 AND g.calls > 0) AS unique_callers,
+ count(*) FILTER (WHERE g.caller_hash IS NOT NULL AND g.key_id = $7 AND g.calls > 0 AND g.calls + g.calls_before > 1) AS returning_callers,
+ count(*) FILTER (WHERE g.caller_hash IS NOT NULL AND g.key_id = $7 AND g.calls > 0 AND NOT g.calls + g.calls_before > 1 AND g.first_day = 1) AS first_day_new,
+ count(*) FILTER (WHERE g.caller_hash IS NOT NULL AND g.key_id = $7 AND g.calls > 0 AND g.calls + g.calls_before > 1 AND NOT (g.calls > g.first_day AND g.calls + g.calls_before - g.oldest_day > 1))
- count(*) FILTER (WHERE g.caller_hash IS NOT NULL AND g.key_id = $6 AND g.calls > 0 AND NOT g.calls + g.calls_before > 1 AND g.last_day = 1) AS last_day_new,
- count(*) FILTER (WHERE g.caller_hash IS NOT NULL AND g.key_id = $6 AND g.calls > 0 AND g.calls + g.calls_before > 1 AND NOT (g.calls > g.last_day AND g.calls + g.calls_before - g.last_day > 1))
+ count(*) FILTER (WHERE g.caller_hash IS NOT NULL AND g.key_id = $7 AND g.calls > 0 AND NOT g.calls + g.calls_before > 1 AND g.last_day = 1) AS last_day_new,
+ count(*) FILTER (WHERE g.caller_hash IS NOT NULL AND g.key_id = $7 AND g.calls > 0 AND g.calls + g.calls_before > 1 AND NOT (g.calls > g.last_day AND g.calls + g.calls_before - g.last_day > 1))
- count(*) FILTER (WHERE c.started_at_utc >= $3 AND c.started_at_utc < $8) AS first_day,
- count(*) FILTER (WHERE c.started_at_utc >= $9) AS last_day,
- count(*) FILTER (WHERE c.started_at_utc >= $11) AS later,
- count(*) FILTER (WHERE c.started_at_utc < $10) AS oldest_day
+ count(*) FILTER (WHERE c.started_at_utc >= $3 AND c.started_at_utc < $9) AS first_day,
+ count(*) FILTER (WHERE c.started_at_utc >= $10) AS last_day,
+ count(*) FILTER (WHERE c.started_at_utc >= $12) AS later,
+ count(*) FILTER (WHERE c.started_at_utc < $11) AS oldest_day
- WHERE c.client_id = $1 AND c.data_env = $2 AND c.project_id = $5 AND c.started_at_utc >= $7 AND c.started_at_utc < $4
+ WHERE c.client_id = $1 AND c.data_env = $2 AND c.project_id = $5 AND c.solution_id = $6 AND c.started_at_utc >= $8 AND c.started_at_utc < $4
