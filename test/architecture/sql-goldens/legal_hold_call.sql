WITH changed AS (
UPDATE call_index i SET legal_hold_since = CASE WHEN $4::boolean THEN now() END
 WHERE i.client_id = $1 AND i.data_env = $2 AND (i.legal_hold_since IS NULL) = $4 AND i.call_id = $3 RETURNING 1)
SELECT count(*)::integer AS changed,
       (SELECT count(*)::integer FROM call_index WHERE client_id = $1 AND data_env = $2 AND call_id = $3) AS known
  FROM changed
