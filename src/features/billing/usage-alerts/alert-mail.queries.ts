import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Facts for the mail about alert $3 reaching threshold $4 in the period from $5. */
export const CROSSING_TO_MAIL = namedQuery('billing_crossing_to_mail')`
SELECT a.meter_id, a.project_id, a.threshold_type, a.action, c.quantity::text, c.period_start,
       c.period_end, c.reached_at
  FROM billing_alert_crossings c
  JOIN billing_usage_alerts a ON a.client_id = c.client_id AND a.data_env = c.data_env AND a.alert_id = c.alert_id
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.alert_id = $3 AND c.revision = $4 AND c.period_start = $5
   AND c.mail_status = 'pending'`;

/** Records the result of that mail, once. */
export const SETTLE_MAIL = namedQuery('billing_settle_alert_mail')`
UPDATE billing_alert_crossings
   SET mail_status = $6
 WHERE client_id = $1 AND data_env = $2 AND alert_id = $3 AND revision = $4 AND period_start = $5
   AND mail_status = 'pending'
RETURNING alert_id`;
