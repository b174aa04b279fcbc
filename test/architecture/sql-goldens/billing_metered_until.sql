SELECT m.meter_id, m.metered_from,
       (SELECT max(w.window_end) FROM billing_usage_windows w
         WHERE w.client_id = $1 AND w.data_env = $2 AND w.meter_id = m.meter_id) AS closed_until
  FROM billing_plan_meters m
 WHERE m.client_id = $1 AND m.data_env = $2 AND m.is_active AND m.metered_from IS NOT NULL
 ORDER BY m.meter_id
