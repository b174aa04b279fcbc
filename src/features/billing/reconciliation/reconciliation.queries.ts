import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Tenants with a meter that has not been compared since $1, or since an operator asked for it. */
export const TENANTS_TO_RECONCILE = namedQuery('billing_tenants_to_reconcile')`
SELECT DISTINCT m.client_id, m.data_env
  FROM billing_plan_meters m
  JOIN billing_plans p ON p.client_id = m.client_id AND p.data_env = m.data_env
 WHERE m.is_active
   AND EXISTS (SELECT FROM billing_usage_windows w
                WHERE w.client_id = m.client_id AND w.data_env = m.data_env AND w.meter_id = m.meter_id)
   AND NOT EXISTS (SELECT FROM billing_reconciliations r
                    WHERE r.client_id = m.client_id AND r.data_env = m.data_env AND r.meter_id = m.meter_id
                      AND r.checked_at > $1
                      AND (p.reconciliation_wanted_at IS NULL OR r.checked_at > p.reconciliation_wanted_at))`;

/**
 * Stored totals of each active meter: from $3, or from its last activation, up to the first window
 * that was not submitted. The provider cannot have counted the same beyond that window. Hours in
 * which the meter was off have no window.
 */
export const STORED_TOTALS = namedQuery('billing_stored_totals')`
SELECT m.meter_id, m.provider_meter_id, r.period_start, r.period_end, s.stored_total, s.is_corrected
  FROM billing_plan_meters m
 CROSS JOIN LATERAL (
   SELECT min(w.window_start) AS period_start,
          coalesce(min(w.window_start) FILTER (WHERE w.status = 'frozen'), max(w.window_end)) AS period_end
     FROM billing_usage_windows w
    WHERE w.client_id = $1 AND w.data_env = $2 AND w.meter_id = m.meter_id AND w.window_start >= greatest($3, m.metered_from)) r
 CROSS JOIN LATERAL (
   SELECT coalesce(sum(w.quantity), 0)::bigint AS stored_total,
          coalesce(bool_or(w.status = 'correction_pending'), false) AS is_corrected
     FROM billing_usage_windows w
    WHERE w.client_id = $1 AND w.data_env = $2 AND w.meter_id = m.meter_id
      AND w.window_start >= r.period_start AND w.window_start < r.period_end) s
 WHERE m.client_id = $1 AND m.data_env = $2 AND m.is_active AND r.period_start < r.period_end
 ORDER BY m.meter_id`;

export const ADD_RECONCILIATION = namedQuery('billing_add_reconciliation')`
INSERT INTO billing_reconciliations (client_id, data_env, meter_id, period_start, period_end, source_total, stored_total,
                                     provider_total, state, checked_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;
