SELECT dispatch_id AS "dispatchId", status = 'ended' AS "isOver", call_id AS "callId"
  FROM dispatches
 WHERE client_id = $1 AND data_env = $2 AND dispatch_id = ANY ($3::uuid[])
