SELECT kind, mark_id, key, payload, attempts, reason, appended_at, died_at FROM work_dead_letters
 WHERE client_id = $1 AND data_env = $2 AND ($3::text IS NULL OR kind = $3)
 ORDER BY kind, mark_id LIMIT $4
