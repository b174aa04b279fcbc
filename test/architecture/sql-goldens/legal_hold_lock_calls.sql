SELECT i.call_id AS "callId", i.legal_hold_since IS NOT NULL AS "isHeld"
  FROM call_index i
 WHERE i.client_id = $1 AND i.data_env = $2 AND i.call_id = ANY ($3::text[])
 ORDER BY i.call_id
   FOR SHARE
