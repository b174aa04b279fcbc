UPDATE billing_usage_windows w
   SET status = 'correction_pending'
  FROM unnest($4::timestamptz[], $5::text[]) AS now(start, source_hash)
 WHERE w.client_id = $1 AND w.data_env = $2 AND w.meter_id = $3 AND w.window_start = now.start
   AND w.source_hash <> now.source_hash AND w.status IN ('frozen', 'zero', 'submitted')
RETURNING w.window_start
