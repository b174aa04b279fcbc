import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Tenants with an alert on a meter that has counted since before $1. */
export const TENANTS_TO_WATCH = namedQuery('billing_tenants_to_watch')`
SELECT DISTINCT a.client_id, a.data_env
  FROM billing_usage_alerts a
  JOIN billing_plan_meters m ON m.client_id = a.client_id AND m.data_env = a.data_env AND m.meter_id = a.meter_id
 WHERE m.is_active AND m.metered_from < $1`;

/** The billing period that the provider last reported. */
export const KNOWN_PERIOD = namedQuery('billing_known_period')`
SELECT period_start, period_end FROM billing_plans
 WHERE client_id = $1 AND data_env = $2 AND period_start IS NOT NULL`;

export const KEEP_PERIOD = namedQuery('billing_keep_period')`
UPDATE billing_plans
   SET period_start = $3, period_end = $4
 WHERE client_id = $1 AND data_env = $2 AND (period_start, period_end) IS DISTINCT FROM ($3::timestamptz, $4::timestamptz)`;

/** For each active meter: units of windows from $3 to $4, and the first unstored hour. */
export const STORED_UNITS = namedQuery('billing_stored_units')`
SELECT m.meter_id, m.metered_from, m.included_units::text, m.unit_rate::text,
       (SELECT max(w.window_end) FROM billing_usage_windows w
         WHERE w.client_id = $1 AND w.data_env = $2 AND w.meter_id = m.meter_id) AS closed_until,
       (SELECT coalesce(sum(w.quantity), 0)::text FROM billing_usage_windows w
         WHERE w.client_id = $1 AND w.data_env = $2 AND w.meter_id = m.meter_id
           AND w.window_start >= $3 AND w.window_start < $4) AS units
  FROM billing_plan_meters m
 WHERE m.client_id = $1 AND m.data_env = $2 AND m.is_active AND m.metered_from IS NOT NULL
 ORDER BY m.meter_id`;

/** The stored units of the projects $5; no row for a project without any. */
export const STORED_UNITS_OF_PROJECTS = namedQuery('billing_stored_units_of_projects')`
SELECT w.meter_id, p.project_id, sum((w.details->'projects'->>p.project_id)::bigint)::text AS units
  FROM billing_usage_windows w
 CROSS JOIN unnest($5::text[]) AS p(project_id)
 WHERE w.client_id = $1 AND w.data_env = $2 AND w.window_start >= $3 AND w.window_start < $4
   AND w.details->'projects' ? p.project_id
 GROUP BY w.meter_id, p.project_id
 ORDER BY w.meter_id, p.project_id`;

/** Alerts whose threshold has not been reached in the period of $3. */
export const OPEN_ALERTS = namedQuery('billing_open_alerts')`
SELECT a.alert_id, a.meter_id, a.project_id, a.threshold_type, a.threshold_value::text, a.revision
  FROM billing_usage_alerts a
 WHERE a.client_id = $1 AND a.data_env = $2
   AND NOT EXISTS (SELECT FROM billing_alert_crossings c
                    WHERE c.client_id = $1 AND c.data_env = $2 AND c.alert_id = a.alert_id AND c.revision = a.revision
                      AND c.period_start <= $3 AND c.period_end > $3)
 ORDER BY a.alert_id`;

/** Locks the alert $3 as it was read, with the threshold $4, until the transaction ends. */
export const LOCK_ALERT = namedQuery('billing_lock_alert')`
SELECT alert_id FROM billing_usage_alerts
 WHERE client_id = $1 AND data_env = $2 AND alert_id = $3 AND revision = $4
   FOR UPDATE`;

/**
 * Notes that the threshold $4 of the alert $3, which is locked, was reached at $7, unless that was
 * already noted in the period of $7.
 */
export const NOTE_CROSSING = namedQuery('billing_note_crossing')`
INSERT INTO billing_alert_crossings (client_id, data_env, alert_id, revision, period_start, period_end, reached_at, quantity)
SELECT $1, $2, $3, $4, $5, $6, $7, $8
 WHERE NOT EXISTS (SELECT FROM billing_alert_crossings c
                    WHERE c.client_id = $1 AND c.data_env = $2 AND c.alert_id = $3 AND c.revision = $4
                      AND c.period_start <= $7 AND c.period_end > $7)
    ON CONFLICT DO NOTHING
RETURNING alert_id`;
