import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** A window whose count has changed since it froze. */
export const CORRECTION_BY_RECORD = namedQuery('billing_correction_by_record')`
SELECT meter_id, window_start, window_end, quantity, provider_event_id IS NOT NULL AS may_be_counted
  FROM billing_usage_windows
 WHERE client_id = $1 AND data_env = $2 AND record_id = $3 AND status = 'correction_pending'`;

/** Returns the meter; nothing if another process has settled the window in the meantime. */
export const SETTLE_CORRECTION = namedQuery('billing_settle_correction')`
UPDATE billing_usage_windows
   SET quantity = $4, source_hash = $5, details = $6::jsonb, status = $7,
       frozen_at = CASE WHEN $7 = 'frozen' THEN $8::timestamptz ELSE frozen_at END
 WHERE client_id = $1 AND data_env = $2 AND record_id = $3 AND status = 'correction_pending'
RETURNING meter_id`;
