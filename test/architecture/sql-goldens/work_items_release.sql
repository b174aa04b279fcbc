UPDATE work_items SET lease_token = NULL, ready_at = now(), attempts = attempts - 1
 WHERE client_id = $1 AND data_env = $2 AND kind = $3 AND item_id = ANY($4::bigint[]) AND lease_token = $5
