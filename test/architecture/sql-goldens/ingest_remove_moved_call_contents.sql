DELETE FROM call_contents t USING unnest($3::text[], $4::timestamptz[]) AS moved (call_id, started_at_utc)
 WHERE t.client_id = $1 AND t.data_env = $2 AND t.call_id = moved.call_id AND t.started_at_utc = moved.started_at_utc
