SELECT i.call_id, i.started_at_utc
  FROM call_index i
 WHERE i.client_id = $1 AND i.data_env = $2 AND i.call_id = ANY($3::text[]) AND i.legal_hold_since IS NULL
 ORDER BY i.call_id
   FOR UPDATE
