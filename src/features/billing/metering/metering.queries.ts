import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Tenants with a meter whose newest frozen window is not stored, or with an unsubmitted one. */
export const TENANTS_TO_METER = namedQuery('billing_tenants_to_meter')`
SELECT DISTINCT m.client_id, m.data_env
  FROM billing_plan_meters m
 WHERE m.is_active AND m.metered_from < $1
   AND (NOT EXISTS (SELECT FROM billing_usage_windows w
                     WHERE w.client_id = m.client_id AND w.data_env = m.data_env AND w.meter_id = m.meter_id
                       AND w.window_start = $1::timestamptz - interval '1 hour')
        OR EXISTS (SELECT FROM billing_usage_windows w
                    WHERE w.client_id = m.client_id AND w.data_env = m.data_env AND w.meter_id = m.meter_id
                      AND w.status = 'frozen'))`;

/** When each of the tenant's meters started, and up to which time it is counted. */
export const METERED_UNTIL = namedQuery('billing_metered_until')`
SELECT m.meter_id, m.metered_from,
       (SELECT max(w.window_end) FROM billing_usage_windows w
         WHERE w.client_id = $1 AND w.data_env = $2 AND w.meter_id = m.meter_id) AS closed_until
  FROM billing_plan_meters m
 WHERE m.client_id = $1 AND m.data_env = $2 AND m.is_active AND m.metered_from IS NOT NULL
 ORDER BY m.meter_id`;

/** Stores missing windows; this settles those without usage. */
export const CLOSE_WINDOWS = namedQuery('billing_close_windows')`
INSERT INTO billing_usage_windows (client_id, data_env, meter_id, window_start, window_end, quantity, status, source_hash,
                                   frozen_at, details)
SELECT $1, $2, $3, w.start, w.start + interval '1 hour', w.quantity,
       CASE WHEN w.quantity = 0 THEN 'zero' ELSE 'frozen' END, w.source_hash, $7, w.details
  FROM unnest($4::timestamptz[], $5::bigint[], $6::text[], $8::jsonb[]) AS w(start, quantity, source_hash, details)
    ON CONFLICT (client_id, data_env, meter_id, window_start) DO NOTHING`;

/**
 * Windows whose count changed after they froze, unless they have been, or are being, submitted to
 * the provider.
 */
export const MARK_CHANGED = namedQuery('billing_mark_changed_windows')`
UPDATE billing_usage_windows w
   SET status = 'correction_pending'
  FROM unnest($4::timestamptz[], $5::text[]) AS now(start, source_hash)
 WHERE w.client_id = $1 AND w.data_env = $2 AND w.meter_id = $3 AND w.window_start = now.start
   AND w.source_hash <> now.source_hash AND w.status IN ('frozen', 'zero', 'submitted')
RETURNING w.window_start`;

/** Failed messages may become known only after the hour has closed; they are not charged. */
export const REFRESH_FAILURES = namedQuery('billing_refresh_failures')`
UPDATE billing_usage_windows w
   SET details = w.details || jsonb_build_object('failed', now.details->'failed')
  FROM unnest($4::timestamptz[], $5::jsonb[]) AS now(start, details)
 WHERE w.client_id = $1 AND w.data_env = $2 AND w.meter_id = $3 AND w.window_start = now.start
   AND now.details ? 'failed' AND w.details->'failed' IS DISTINCT FROM now.details->'failed'`;

/** Claims the oldest unsubmitted window that no process holds; sets its identifier once. */
export const TAKE_OLDEST = namedQuery('billing_take_oldest_window')`
WITH oldest AS (
  SELECT window_start, attempted_at, leased_until
    FROM billing_usage_windows
   WHERE client_id = $1 AND data_env = $2 AND meter_id = $3 AND status = 'frozen'
   ORDER BY window_start
   LIMIT 1
     FOR UPDATE)
UPDATE billing_usage_windows w
   SET leased_until = $5, attempt_count = w.attempt_count + 1, attempted_at = coalesce(w.attempted_at, $4),
       provider_event_id = coalesce(w.provider_event_id, 'usage-' || w.record_id)
  FROM oldest o
 WHERE w.client_id = $1 AND w.data_env = $2 AND w.meter_id = $3 AND w.window_start = o.window_start
   AND (o.leased_until IS NULL OR o.leased_until <= $4)
RETURNING w.window_start, w.quantity, w.provider_event_id, o.attempted_at`;

/**
 * Records the result of a submission. A window whose count changed in the meantime stays due for
 * correction.
 */
export const SETTLE_WINDOW = namedQuery('billing_settle_window')`
UPDATE billing_usage_windows
   SET leased_until = NULL, submitted_at = CASE WHEN $5 = 'submitted' THEN $6::timestamptz ELSE submitted_at END,
       status = CASE WHEN status = 'frozen' THEN $5 ELSE status END
 WHERE client_id = $1 AND data_env = $2 AND meter_id = $3 AND window_start = $4`;
