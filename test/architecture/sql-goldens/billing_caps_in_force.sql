SELECT DISTINCT a.project_id
  FROM billing_alert_crossings c
  JOIN billing_usage_alerts a ON a.client_id = c.client_id AND a.data_env = c.data_env AND a.alert_id = c.alert_id
                             AND a.revision = c.revision
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.period_start <= $3 AND c.period_end > $3
   AND a.action = 'pause_campaigns'
