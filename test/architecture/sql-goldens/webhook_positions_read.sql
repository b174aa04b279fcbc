SELECT p.call_id, p.sequence FROM webhook_positions p
 WHERE p.client_id = $1 AND p.data_env = $2 AND p.call_id = ANY($3::text[])
