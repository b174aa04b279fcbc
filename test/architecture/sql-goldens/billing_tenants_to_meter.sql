SELECT DISTINCT m.client_id, m.data_env
  FROM billing_plan_meters m
 WHERE m.is_active AND m.metered_from < $1
   AND (NOT EXISTS (SELECT FROM billing_usage_windows w
                     WHERE w.client_id = m.client_id AND w.data_env = m.data_env AND w.meter_id = m.meter_id
                       AND w.window_start = $1::timestamptz - interval '1 hour')
        OR EXISTS (SELECT FROM billing_usage_windows w
                    WHERE w.client_id = m.client_id AND w.data_env = m.data_env AND w.meter_id = m.meter_id
                      AND w.status = 'frozen'))
