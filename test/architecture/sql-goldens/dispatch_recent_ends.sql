SELECT count(*)::integer AS ended,
       count(*) FILTER (WHERE disposition IN ('carrier_failed', 'system_failed'))::integer AS failed
  FROM dispatches
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND ended_at > $4
