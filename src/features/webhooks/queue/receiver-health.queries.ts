import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { HEALTH_LIMITS } from '../rules/webhook-status.policy.js';

/**
 * Records the responses of receivers, one row for each webhook in $3: deliveries abandoned since
 * the last success ($5), whether there was a success ($6), whether an attempt failed ($7) and
 * whether it answered 410 ($8). Health of an earlier enablement ($4) is replaced, that of a later
 * one stays. Returns the health before and after.
 */
export const NOTE_HEALTH = namedQuery('webhook_health_note')`
WITH told AS (
  SELECT * FROM unnest($3::uuid[], $4::integer[], $5::integer[], $6::boolean[], $7::boolean[], $8::boolean[])
      AS t (webhook_id, enablement, given_up, succeeded, failed, gone)),
     before AS MATERIALIZED (
  SELECT h.* FROM webhook_health h
   WHERE h.client_id = $1 AND h.data_env = $2 AND h.webhook_id = ANY($3::uuid[])
   ORDER BY h.webhook_id FOR UPDATE),
     counted AS (
  SELECT t.webhook_id, t.enablement, t.gone,
         t.given_up + CASE WHEN t.succeeded OR b.enablement IS DISTINCT FROM t.enablement THEN 0
                           ELSE b.consecutive_failures END AS failures,
         CASE WHEN t.succeeded OR b.enablement IS DISTINCT FROM t.enablement
              THEN CASE WHEN t.given_up > 0 THEN now() END
              WHEN t.given_up > 0 THEN coalesce(b.failing_since, now()) ELSE b.failing_since END AS since,
         CASE WHEN NOT t.succeeded AND b.enablement = t.enablement THEN b.degraded_at END AS degraded_at,
         CASE WHEN b.enablement = t.enablement THEN b.disabled_at END AS disabled_at,
         CASE WHEN b.enablement = t.enablement THEN b.disabled_reason END AS disabled_reason,
         CASE WHEN t.succeeded THEN now() ELSE b.last_success_at END AS last_success_at,
         CASE WHEN t.failed THEN now() ELSE b.last_failure_at END AS last_failure_at
    FROM told t LEFT JOIN before b ON b.webhook_id = t.webhook_id
   WHERE b.enablement IS NULL OR b.enablement <= t.enablement),
     judged AS (
  SELECT c.*, coalesce(c.disabled_reason,
           CASE WHEN c.gone THEN 'gone'
                WHEN c.failures >= ${HEALTH_LIMITS.disabledAfter} AND c.since <= now() - interval '${HEALTH_LIMITS.disabledAfterHours} hours'
                 AND c.degraded_at IS NOT NULL THEN 'failing' END) AS reason,
         coalesce(c.degraded_at, CASE WHEN c.failures >= ${HEALTH_LIMITS.degradedAfter} THEN now() END) AS degraded
    FROM counted c),
     noted AS (
  INSERT INTO webhook_health (
         client_id, data_env, webhook_id, enablement, consecutive_failures, failing_since, degraded_at, disabled_at,
         disabled_reason, last_success_at, last_failure_at)
  SELECT $1, $2, j.webhook_id, j.enablement, j.failures, j.since, j.degraded,
         CASE WHEN j.reason IS NOT NULL THEN coalesce(j.disabled_at, now()) END, j.reason, j.last_success_at,
         j.last_failure_at
    FROM judged j
      ON CONFLICT (client_id, data_env, webhook_id) DO UPDATE
     SET enablement = excluded.enablement, consecutive_failures = excluded.consecutive_failures,
         failing_since = excluded.failing_since, degraded_at = excluded.degraded_at, disabled_at = excluded.disabled_at,
         disabled_reason = excluded.disabled_reason, last_success_at = excluded.last_success_at,
         last_failure_at = excluded.last_failure_at)
SELECT j.webhook_id, j.failures, j.reason,
       j.degraded IS NOT NULL AND j.degraded_at IS NULL AS newly_degraded,
       j.reason IS NOT NULL AND j.disabled_reason IS NULL AS newly_disabled
  FROM judged j`;
