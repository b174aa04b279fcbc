SELECT record_id, meter_id, window_start, window_end, quantity, status, source_hash, provider_event_id, frozen_at,
       submitted_at, attempt_count
  FROM billing_usage_windows
 WHERE client_id = $1 AND data_env = $2
 ORDER BY window_start DESC, meter_id DESC
 LIMIT 1500
