import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

const SHOWN = `a.alert_id, a.meter_id, a.project_id, a.threshold_type, a.threshold_value::text, a.action, a.created_at, a.updated_at`;

/** The tenant's alerts, or only $3, each with the time when it was last reached. */
export const SHOW_ALERTS = namedQuery('billing_show_alerts')`
SELECT ${SHOWN}, c.period_start, c.period_end, c.reached_at, c.quantity::text, c.mail_status,
       a.action = 'pause_campaigns' AND c.revision = a.revision AND c.period_end > $4 AS is_capping
  FROM billing_usage_alerts a
  LEFT JOIN LATERAL (
   SELECT c.revision, c.period_start, c.period_end, c.reached_at, c.quantity, c.mail_status
     FROM billing_alert_crossings c
    WHERE c.client_id = $1 AND c.data_env = $2 AND c.alert_id = a.alert_id
    ORDER BY c.reached_at DESC, c.revision DESC
    LIMIT 1) c ON true
 WHERE a.client_id = $1 AND a.data_env = $2 AND ($3::uuid IS NULL OR a.alert_id = $3)
 ORDER BY a.created_at, a.alert_id`;

/** Serializes requests that add alerts of a tenant: each sees the alerts added before it. */
export const TAKE_ALERTS_TURN = namedQuery('billing_alerts_take_turn')`
    SELECT pg_advisory_xact_lock(hashtextextended(concat_ws(chr(10), 'usage-alerts', $1::text, $2::text), 0))`;

export const COUNT_ALERTS = namedQuery('billing_count_alerts')`
    SELECT count(*)::integer AS alerts FROM billing_usage_alerts WHERE client_id = $1 AND data_env = $2`;

export const ADD_ALERT = namedQuery('billing_add_alert')`
INSERT INTO billing_usage_alerts (client_id, data_env, meter_id, project_id, threshold_type, threshold_value, action,
                                  created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)
RETURNING alert_id`;

/** A changed threshold can be crossed again. A null parameter leaves its column unchanged. */
export const CHANGE_ALERT = namedQuery('billing_change_alert')`
UPDATE billing_usage_alerts
   SET revision = revision + CASE WHEN coalesce($4::bigint, threshold_value) <> threshold_value THEN 1 ELSE 0 END,
       threshold_value = coalesce($4, threshold_value), action = coalesce($5, action), updated_at = $6
 WHERE client_id = $1 AND data_env = $2 AND alert_id = $3`;

/** The fields that the rules of a threshold need, locked until the transaction ends. */
export const LOCK_ALERT_TERMS = namedQuery('billing_lock_alert_terms')`
SELECT meter_id, project_id, threshold_type
  FROM billing_usage_alerts
 WHERE client_id = $1 AND data_env = $2 AND alert_id = $3
   FOR UPDATE`;

export const REMOVE_ALERT = namedQuery('billing_remove_alert')`
DELETE FROM billing_usage_alerts WHERE client_id = $1 AND data_env = $2 AND alert_id = $3
RETURNING meter_id, project_id`;
