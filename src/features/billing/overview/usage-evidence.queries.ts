import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** For each active meter: usage from $3 to $4, open windows, the newest comparison. */
export const METER_EVIDENCE = namedQuery('billing_meter_evidence')`
SELECT m.meter_id, m.metered_from, u.total, u.failed, u.corrections, u.messages,
       (SELECT max(w.window_end) FROM billing_usage_windows w
         WHERE w.client_id = $1 AND w.data_env = $2 AND w.meter_id = m.meter_id) AS closed_until,
       (SELECT min(w.frozen_at) FROM billing_usage_windows w
         WHERE w.client_id = $1 AND w.data_env = $2 AND w.meter_id = m.meter_id AND w.status = 'frozen') AS unreported_since,
       r.state, r.checked_at
  FROM billing_plan_meters m
 CROSS JOIN LATERAL (
   SELECT coalesce(sum(w.quantity), 0)::bigint AS total, count(*) FILTER (WHERE w.status = 'failed')::integer AS failed,
          count(*) FILTER (WHERE w.status = 'correction_pending')::integer AS corrections,
          coalesce(sum((w.details->>'messages')::bigint), 0)::bigint AS messages
     FROM billing_usage_windows w
    WHERE w.client_id = $1 AND w.data_env = $2 AND w.meter_id = m.meter_id
      AND w.window_start >= $3 AND w.window_start < $4) u
  LEFT JOIN LATERAL (
   SELECT r.state, r.checked_at
     FROM billing_reconciliations r
    WHERE r.client_id = $1 AND r.data_env = $2 AND r.meter_id = m.meter_id
    ORDER BY r.checked_at DESC, r.record_id DESC
    LIMIT 1) r ON true
 WHERE m.client_id = $1 AND m.data_env = $2 AND m.is_active
 ORDER BY m.meter_id`;

/** Usage of a period by project, largest first, and the sum over all projects. */
export const USAGE_BY_PROJECT = namedQuery('billing_usage_by_project')`
SELECT u.meter_id, u.project_id, p.display_name AS project_name, u.quantity, u.attributed
  FROM (SELECT w.meter_id, e.project_id, sum(e.units::bigint)::bigint AS quantity,
               (sum(sum(e.units::bigint)) OVER (PARTITION BY w.meter_id))::bigint AS attributed,
               row_number() OVER (PARTITION BY w.meter_id ORDER BY sum(e.units::bigint) DESC, e.project_id) AS place
          FROM billing_usage_windows w
         CROSS JOIN LATERAL jsonb_each_text(w.details->'projects') AS e(project_id, units)
         WHERE w.client_id = $1 AND w.data_env = $2 AND w.window_start >= $3 AND w.window_start < $4
         GROUP BY w.meter_id, e.project_id) u
  LEFT JOIN projects p ON p.client_id = $1 AND p.data_env = $2 AND p.project_id = u.project_id
 WHERE u.place <= 50
 ORDER BY u.meter_id, u.place`;

/** Messages of a period that were not delivered, by reason. */
export const FAILED_BY_REASON = namedQuery('billing_failed_by_reason')`
SELECT e.reason, sum(e.messages::bigint)::integer AS messages
  FROM billing_usage_windows w
 CROSS JOIN LATERAL jsonb_each_text(w.details->'failed') AS e(reason, messages)
 WHERE w.client_id = $1 AND w.data_env = $2 AND w.meter_id = 'sms_segments'
   AND w.window_start >= $3 AND w.window_start < $4
 GROUP BY e.reason
 ORDER BY e.reason`;
