import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/**
 * Acknowledges alert $3 at $4 by person $5, unless that was done since the cause began at $6.
 * Clocks of stores differ a little, so the recorded time is never before $6.
 */
export const ACKNOWLEDGE_ALERT = namedQuery('acknowledge_alert')`
INSERT INTO alert_acknowledgements AS a (client_id, data_env, alert_id, acknowledged_at, acknowledged_by)
VALUES ($1, $2, $3, greatest($4::timestamptz, $6::timestamptz), $5)
    ON CONFLICT (client_id, data_env, alert_id) DO UPDATE
   SET acknowledged_at = excluded.acknowledged_at, acknowledged_by = excluded.acknowledged_by
 WHERE a.acknowledged_at < $6
RETURNING a.alert_id`;
