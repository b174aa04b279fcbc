SELECT c.call_id, c.started_at_utc
  FROM calls c
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.caller_hash = $3
   AND c.started_at_utc >= $4 AND (c.started_at_utc > $4 OR c.call_id > $5)
   AND (c.started_at_utc < $6 OR c.ingested_at < $6)
 ORDER BY c.started_at_utc, c.call_id
 LIMIT $7
