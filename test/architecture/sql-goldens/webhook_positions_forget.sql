WITH old AS (
  SELECT p.call_id FROM webhook_positions p
   WHERE p.client_id = $1 AND p.data_env = $2 AND p.updated_at < now() - interval '31 days'
   ORDER BY p.updated_at LIMIT $3)
DELETE FROM webhook_positions p USING old
 WHERE p.client_id = $1 AND p.data_env = $2 AND p.call_id = old.call_id
RETURNING 1
