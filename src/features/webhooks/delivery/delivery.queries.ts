import { namedQuery } from '../../../core/kernel/named-query.js';
import { NEXT_OF_CALL } from '../contents/delivery-queue.queries.js';
import { HEALTH_LIMITS } from '../rules/webhook-status.policy.js';

/**
 * Claims what may be sent now: of each webhook in $3 as many deliveries as $4 says, of all at most $6, under a lease of $5 seconds. A call's
 * delivery is claimed once no earlier one of it is open (webhooks 7.6). `ready_at` is the end of the lease, so that nothing has to be
 * cleared away behind a process that died.
 */
export const CLAIM_DELIVERIES = namedQuery('webhook_queue_claim')`
WITH lease AS MATERIALIZED (SELECT nextval('work_lease_tokens') AS token),
     due AS MATERIALIZED (
  SELECT next.delivery_id
    FROM unnest($3::uuid[], $4::integer[]) AS w (webhook_id, room)
   CROSS JOIN LATERAL (
         SELECT q.delivery_id FROM webhook_queue q
          WHERE q.client_id = $1 AND q.data_env = $2 AND q.webhook_id = w.webhook_id AND q.ready_at <= now()
            AND ${NEXT_OF_CALL}
          ORDER BY q.ready_at LIMIT w.room FOR UPDATE OF q SKIP LOCKED) next
   LIMIT $6)
UPDATE webhook_queue q SET ready_at = now() + make_interval(secs => $5), lease_token = lease.token
  FROM lease
 WHERE q.client_id = $1 AND q.data_env = $2 AND q.delivery_id = ANY (ARRAY(SELECT delivery_id FROM due))
RETURNING q.delivery_id, q.created_at, q.webhook_id, q.project_id, q.call_id, q.event_id, q.event_type, q.sequence,
          q.occurred_at, q.is_test, q.attempt_count, q.max_attempts, q.lease_token, q.activation`;

/**
 * Ends deliveries $3, each under its lease $4, and gives those that it has ended. What was claimed anew meanwhile, by another holder or
 * by this one, is left to that lease, here and in the statements that follow.
 */
export const END_DELIVERIES = namedQuery('webhook_queue_end')`
DELETE FROM webhook_queue q
 USING unnest($3::uuid[], $4::bigint[]) AS d (delivery_id, lease_token)
 WHERE q.client_id = $1 AND q.data_env = $2 AND q.delivery_id = ANY($3::uuid[])
   AND q.delivery_id = d.delivery_id AND q.lease_token = d.lease_token
RETURNING d.delivery_id, d.lease_token`;

/**
 * Has deliveries $3, each under its lease $4, come again after $5 seconds, as attempt $6; gives them. Those behind them in their calls wait as
 * long, so that no claim looks at them before.
 */
export const PUT_OFF = namedQuery('webhook_queue_put_off')`
WITH put_off AS (
  UPDATE webhook_queue q
     SET ready_at = now() + make_interval(secs => d.pause), attempt_count = d.attempt_count, lease_token = NULL
    FROM unnest($3::uuid[], $4::bigint[], $5::double precision[], $6::integer[])
      AS d (delivery_id, lease_token, pause, attempt_count)
   WHERE q.client_id = $1 AND q.data_env = $2 AND q.delivery_id = ANY($3::uuid[])
     AND q.delivery_id = d.delivery_id AND q.lease_token = d.lease_token
  RETURNING q.delivery_id, d.lease_token, q.webhook_id, q.call_id, q.sequence, q.ready_at),
     behind AS MATERIALIZED (
  SELECT n.delivery_id, p.ready_at
    FROM put_off p
   CROSS JOIN LATERAL (
         SELECT q.delivery_id FROM webhook_queue q
          WHERE q.client_id = $1 AND q.data_env = $2 AND q.webhook_id = p.webhook_id AND q.call_id = p.call_id
            AND (q.sequence, q.delivery_id) > (p.sequence, p.delivery_id) AND q.lease_token IS NULL
          ORDER BY q.sequence, q.delivery_id LIMIT 8) n),
     moved AS (
  UPDATE webhook_queue q SET ready_at = b.ready_at
    FROM behind b
   WHERE q.client_id = $1 AND q.data_env = $2 AND q.delivery_id = ANY (ARRAY(SELECT delivery_id FROM behind))
     AND q.delivery_id = b.delivery_id AND q.lease_token IS NULL)
SELECT delivery_id, lease_token FROM put_off`;

/**
 * Writes into the history what has become of deliveries $3, made at $4 for webhooks $14. Each of its indexes finds them by that, so that
 * none is gone through for all that the tenant has had that day.
 */
export const NOTE_ATTEMPTS = namedQuery('webhook_deliveries_note')`
UPDATE webhook_deliveries h
   SET status = d.status, failure_code = d.failure_code, response_status_code = d.response_status,
       duration_ms = d.duration_ms, attempt_count = d.attempt_count,
       first_attempt_at = coalesce(h.first_attempt_at, d.attempted_at),
       last_attempt_at = coalesce(d.attempted_at, h.last_attempt_at),
       next_attempt_at = now() + make_interval(secs => d.pause),
       endpoint_host = d.endpoint_host, transcript_mode = d.transcript_mode
  FROM unnest($3::uuid[], $5::text[], $6::text[], $7::integer[], $8::integer[], $9::integer[], $10::timestamptz[],
              $11::text[], $12::text[], $13::double precision[])
    AS d (delivery_id, status, failure_code, response_status, duration_ms, attempt_count, attempted_at, endpoint_host,
          transcript_mode, pause)
 WHERE h.client_id = $1 AND h.data_env = $2 AND h.created_at = ANY($4::timestamptz[]) AND h.delivery_id = ANY($3::uuid[])
   AND h.webhook_id = ANY($14::uuid[]) AND h.delivery_id = d.delivery_id`;

/** In how many seconds the next delivery to one of the webhooks $3 is due that waits for its time; null: none does. */
export const NEXT_DUE = namedQuery('webhook_queue_next_due')`
SELECT extract(epoch FROM min(next.ready_at) - now())::double precision AS seconds
  FROM unnest($3::uuid[]) AS w (webhook_id)
 CROSS JOIN LATERAL (
       SELECT q.ready_at FROM webhook_queue q
        WHERE q.client_id = $1 AND q.data_env = $2 AND q.webhook_id = w.webhook_id
          AND q.ready_at > now() AND q.lease_token IS NULL
        ORDER BY q.ready_at LIMIT 1) next`;

/**
 * Webhooks beside those in $3 that deliveries wait for, those under way not counted. It goes through all that waits for the tenant, so
 * it is asked seldom.
 */
export const STRAY_WEBHOOKS = namedQuery('webhook_queue_strays')`
SELECT DISTINCT q.webhook_id FROM webhook_queue q
 WHERE q.client_id = $1 AND q.data_env = $2 AND q.webhook_id <> ALL($3::uuid[])
   AND (q.lease_token IS NULL OR q.ready_at <= now())`;

/**
 * Notes how receivers have answered, one row for each webhook in $3: deliveries given up since the last success ($5), whether
 * there was a success ($6), whether an attempt failed ($7) and whether it answered 410 ($8). Notes of an earlier enablement ($4)
 * are replaced, those of a later one stay. Tells what it was before and is now.
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
