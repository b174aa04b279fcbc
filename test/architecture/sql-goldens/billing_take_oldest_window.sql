WITH oldest AS (
  SELECT window_start, attempted_at, leased_until
    FROM billing_usage_windows
   WHERE client_id = $1 AND data_env = $2 AND meter_id = $3 AND status = 'frozen'
   ORDER BY window_start
   LIMIT 1
     FOR UPDATE)
UPDATE billing_usage_windows w
   SET leased_until = $5, attempt_count = w.attempt_count + 1, attempted_at = coalesce(w.attempted_at, $4),
       provider_event_id = coalesce(w.provider_event_id, 'usage-' || w.record_id)
  FROM oldest o
 WHERE w.client_id = $1 AND w.data_env = $2 AND w.meter_id = $3 AND w.window_start = o.window_start
   AND (o.leased_until IS NULL OR o.leased_until <= $4)
RETURNING w.window_start, w.quantity, w.provider_event_id, o.attempted_at
