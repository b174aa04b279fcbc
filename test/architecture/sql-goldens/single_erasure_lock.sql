WITH theirs AS MATERIALIZED (
     SELECT dispatch_id, requested_at
       FROM single_dispatches
      WHERE client_id = $1 AND data_env = $2 AND phone_hash = $3)
SELECT dispatch_id AS "dispatchId", status
  FROM single_dispatches
 WHERE client_id = $1 AND data_env = $2 AND phone_hash = $3
   AND dispatch_id = ANY (ARRAY(
       SELECT dispatch_id FROM theirs WHERE dispatch_id > $4 AND requested_at <= $5 ORDER BY dispatch_id LIMIT $6))
 ORDER BY dispatch_id
   FOR UPDATE
