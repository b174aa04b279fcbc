WITH theirs AS MATERIALIZED (
     SELECT c.call_id FROM calls c
      WHERE c.client_id = $1 AND c.data_env = $2 AND c.caller_hash = ANY($3::bytea[]) AND c.caller_hash IS NOT NULL),
     changed AS (
UPDATE call_index i SET legal_hold_since = CASE WHEN $4::boolean THEN now() END
 WHERE i.client_id = $1 AND i.data_env = $2 AND (i.legal_hold_since IS NULL) = $4 AND i.call_id IN (SELECT call_id FROM theirs) RETURNING 1)
SELECT count(*)::integer AS changed, (SELECT count(*)::integer FROM theirs) AS known FROM changed
