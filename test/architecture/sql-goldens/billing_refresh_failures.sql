UPDATE billing_usage_windows w
   SET details = w.details || jsonb_build_object('failed', now.details->'failed')
  FROM unnest($4::timestamptz[], $5::jsonb[]) AS now(start, details)
 WHERE w.client_id = $1 AND w.data_env = $2 AND w.meter_id = $3 AND w.window_start = now.start
   AND now.details ? 'failed' AND w.details->'failed' IS DISTINCT FROM now.details->'failed'
