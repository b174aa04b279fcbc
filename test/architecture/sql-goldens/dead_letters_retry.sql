WITH revived AS (
     DELETE FROM work_dead_letters WHERE client_id = $1 AND data_env = $2 AND kind = $3 AND ($4::bigint IS NULL OR item_id = $4) RETURNING item_id, kind, key, payload, appended_at),
     appended AS (
     INSERT INTO work_items (client_id, data_env, kind, key, payload, appended_at)
     SELECT $1, $2, kind, key, payload, appended_at FROM revived ORDER BY item_id)
SELECT count(*)::integer AS items FROM revived
