SELECT e.erased_calls AS erased, (
       SELECT count(*)::integer
         FROM calls c
         JOIN call_index i ON i.client_id = $1 AND i.data_env = $2 AND i.call_id = c.call_id
        WHERE c.client_id = $1 AND c.data_env = $2 AND c.caller_hash = ANY($4::bytea[]) AND c.caller_hash IS NOT NULL
          AND i.legal_hold_since IS NOT NULL) AS held
  FROM caller_erasures e
 WHERE e.client_id = $1 AND e.data_env = $2 AND e.erasure_id = $3
