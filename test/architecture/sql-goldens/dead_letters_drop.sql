WITH dropped AS (DELETE FROM work_dead_letters WHERE client_id = $1 AND data_env = $2 AND kind = $3 AND ($4::bigint IS NULL OR item_id = $4) RETURNING 1)
SELECT count(*)::integer AS items FROM dropped
