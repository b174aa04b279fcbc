WITH marked AS (
INSERT INTO call_rollup_marks (client_id, data_env, project_id, hour_utc)
SELECT $1, $2, k.project_id, k.hour_utc
  FROM (SELECT DISTINCT c.project_id, date_trunc('hour', c.started_at_utc, 'UTC') AS hour_utc FROM calls c
         WHERE c.client_id = $1 AND c.data_env = $2 AND c.started_at_utc >= $3 AND c.started_at_utc < $4) k
 WHERE k.hour_utc >= (SELECT kept_from FROM call_retention)
   AND NOT EXISTS (SELECT FROM call_rollups r
                    WHERE r.client_id = $1 AND r.data_env = $2 AND r.project_id = k.project_id AND r.hour_utc = k.hour_utc)
RETURNING 1)
SELECT count(*)::integer AS hours FROM marked
