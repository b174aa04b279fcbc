SELECT count(*)::integer AS calls
  FROM calls c
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.caller_hash = ANY($3::bytea[]) AND c.caller_hash IS NOT NULL
