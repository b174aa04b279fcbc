WITH failed AS MATERIALIZED (
     SELECT f.item_id, f.pause_ms FROM unnest($4::bigint[], $6::double precision[]) AS f (item_id, pause_ms)),
     put_off AS (
     UPDATE work_items m SET lease_token = NULL, ready_at = now() + f.pause_ms * interval '1 millisecond'
       FROM failed f
      WHERE m.client_id = $1 AND m.data_env = $2 AND m.kind = $3 AND m.item_id = f.item_id AND m.lease_token = $5 AND f.pause_ms IS NOT NULL),
     dead AS (
     DELETE FROM work_items m USING failed f
      WHERE m.client_id = $1 AND m.data_env = $2 AND m.kind = $3 AND m.item_id = f.item_id AND m.lease_token = $5 AND f.pause_ms IS NULL
  RETURNING m.item_id, m.key, m.payload, m.appended_at, m.attempts)
INSERT INTO work_dead_letters (client_id, data_env, kind, item_id, key, payload, appended_at, attempts, reason)
SELECT $1, $2, $3, item_id, key, payload, appended_at, attempts, $7 FROM dead
