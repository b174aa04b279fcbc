import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

const IN_FORCE = `
  FROM billing_alert_crossings c
  JOIN billing_usage_alerts a ON a.client_id = c.client_id AND a.data_env = c.data_env AND a.alert_id = c.alert_id
                             AND a.revision = c.revision
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.period_start <= $3 AND c.period_end > $3
   AND a.action = 'pause_campaigns'`;

/** Projects with capped usage at $3; null: all projects of the client. */
export const CAPS_IN_FORCE = namedQuery('billing_caps_in_force')`SELECT DISTINCT a.project_id${IN_FORCE}`;

/** Whether the usage of the project $4 is capped at $3, by its own cap or the client's. */
export const IS_CAPPED = namedQuery('billing_is_capped')`
SELECT EXISTS (
SELECT${IN_FORCE}
   AND (a.project_id IS NULL OR a.project_id = $4)) AS capped`;
