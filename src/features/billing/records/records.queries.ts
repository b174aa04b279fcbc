import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** A page of hours of usage, newest first, after a window; null parameters do not filter. */
export const USAGE_WINDOWS = namedQuery('billing_usage_windows')`
SELECT record_id, meter_id, window_start, window_end, quantity, status, source_hash, provider_event_id, frozen_at,
       submitted_at, attempt_count
  FROM billing_usage_windows
 WHERE client_id = $1 AND data_env = $2
   AND (window_start, meter_id) < ($3, $4)
   AND ($5::text IS NULL OR status = $5)
   AND ($6::text IS NULL OR meter_id = $6)
 ORDER BY window_start DESC, meter_id DESC
 LIMIT $7`;

/** A page of comparisons, newest first, after a given one; null parameters do not filter. */
export const RECONCILIATIONS = namedQuery('billing_reconciliations')`
SELECT record_id, meter_id, period_start, period_end, source_total, stored_total, provider_total, state, checked_at
  FROM billing_reconciliations
 WHERE client_id = $1 AND data_env = $2
   AND (checked_at, record_id) < ($3, $4)
   AND ($5::text IS NULL OR state = $5)
   AND ($6::text IS NULL OR meter_id = $6)
 ORDER BY checked_at DESC, record_id DESC
 LIMIT $7`;
