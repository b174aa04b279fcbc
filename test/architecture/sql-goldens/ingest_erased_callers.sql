SELECT encode(caller_hash, 'hex') AS hash, erased_before
  FROM erased_callers
 WHERE client_id = $1 AND data_env = $2 AND caller_hash = ANY($3::bytea[])
