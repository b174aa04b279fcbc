UPDATE billing_usage_windows
   SET leased_until = NULL, submitted_at = CASE WHEN $5 = 'submitted' THEN $6::timestamptz ELSE submitted_at END,
       status = CASE WHEN status = 'frozen' THEN $5 ELSE status END
 WHERE client_id = $1 AND data_env = $2 AND meter_id = $3 AND window_start = $4
