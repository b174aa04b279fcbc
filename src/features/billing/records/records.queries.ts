import { namedQuery } from '../../../core/kernel/named-query.js';

/** The newest hours of usage: a month of both meters and some more. */
export const USAGE_WINDOWS = namedQuery('billing_usage_windows')`
SELECT record_id, meter_id, window_start, window_end, quantity, status, source_hash, provider_event_id, frozen_at,
       submitted_at, attempt_count
  FROM billing_usage_windows
 WHERE client_id = $1 AND data_env = $2
 ORDER BY window_start DESC, meter_id DESC
 LIMIT 1500`;

/** The newest comparisons: two years of daily ones of both meters. */
export const RECONCILIATIONS = namedQuery('billing_reconciliations')`
SELECT record_id, meter_id, period_start, period_end, source_total, stored_total, provider_total, state, checked_at
  FROM billing_reconciliations
 WHERE client_id = $1 AND data_env = $2
 ORDER BY checked_at DESC, record_id DESC
 LIMIT 1500`;
