WITH marked AS (
INSERT INTO call_rollup_marks (client_id, data_env, project_id, hour_utc)
SELECT $1, $2, k.project_id, k.hour_utc
  FROM (SELECT c.project_id, date_trunc('hour', c.started_at_utc, 'UTC') AS hour_utc FROM calls c
         WHERE c.client_id = $1 AND c.data_env = $2 AND c.started_at_utc >= $3 AND c.started_at_utc < $4
         UNION
        SELECT r.project_id, r.hour_utc FROM call_rollups r
         WHERE r.client_id = $1 AND r.data_env = $2 AND r.hour_utc >= $3 AND r.hour_utc < $4) k
 WHERE k.hour_utc >= (SELECT kept_from FROM call_retention)
RETURNING 1)
SELECT count(*)::integer AS hours FROM marked
