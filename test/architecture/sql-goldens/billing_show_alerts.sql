SELECT a.alert_id, a.meter_id, a.project_id, a.threshold_type, a.threshold_value::text, a.action, a.created_at, a.updated_at, c.period_start, c.period_end, c.reached_at, c.quantity::text, c.mail_status,
       a.action = 'pause_campaigns' AND c.revision = a.revision AND c.period_end > $4 AS is_capping
  FROM billing_usage_alerts a
  LEFT JOIN LATERAL (
   SELECT c.revision, c.period_start, c.period_end, c.reached_at, c.quantity, c.mail_status
     FROM billing_alert_crossings c
    WHERE c.client_id = $1 AND c.data_env = $2 AND c.alert_id = a.alert_id
    ORDER BY c.reached_at DESC, c.revision DESC
    LIMIT 1) c ON true
 WHERE a.client_id = $1 AND a.data_env = $2 AND ($3::uuid IS NULL OR a.alert_id = $3)
 ORDER BY a.created_at, a.alert_id
