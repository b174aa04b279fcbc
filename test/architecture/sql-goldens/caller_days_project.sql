SELECT array_agg(g.day ORDER BY g.day, g.solution) AS days,
       array_agg(g.solution ORDER BY g.day, g.solution) AS solutions
  FROM (SELECT c.caller_hash,
               width_bucket(c.started_at_utc, $8::timestamptz[]) - width_bucket($3, $8::timestamptz[]) AS day,
               coalesce(c.solution_id, '') AS solution
          FROM calls c
         WHERE c.client_id = $1 AND c.data_env = $2 AND c.project_id = $5 AND c.started_at_utc >= $7 AND c.started_at_utc < $4
           AND c.caller_hash IS NOT NULL AND c.caller_hash_key_id = $6
         LIMIT $9) g
 GROUP BY g.caller_hash
