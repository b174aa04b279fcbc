import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { NEXT_OF_CALL } from '../queue/delivery-queue.queries.js';

/**
 * Claims deliveries that may be sent now: for each webhook in $3 as many as $4, at most $6 in
 * total, under a lease of $5 seconds. A call's delivery is claimed once no earlier one of it is
 * open (webhooks 7.6). `ready_at` is the end of the lease, so that nothing has to be cleaned up
 * after a process that died.
 */
export const CLAIM_DELIVERIES = namedQuery('webhook_queue_claim')`
WITH lease AS MATERIALIZED (SELECT nextval('work_lease_tokens') AS token),
     due AS MATERIALIZED (
  SELECT next.delivery_id
    FROM unnest($3::uuid[], $4::integer[]) AS w (webhook_id, slots)
   CROSS JOIN LATERAL (
         SELECT q.delivery_id FROM webhook_queue q
          WHERE q.client_id = $1 AND q.data_env = $2 AND q.webhook_id = w.webhook_id AND q.ready_at <= now()
            AND ${NEXT_OF_CALL}
          ORDER BY q.ready_at LIMIT w.slots FOR UPDATE OF q SKIP LOCKED) next
   LIMIT $6)
UPDATE webhook_queue q SET ready_at = now() + make_interval(secs => $5), lease_token = lease.token
  FROM lease
 WHERE q.client_id = $1 AND q.data_env = $2 AND q.delivery_id = ANY (ARRAY(SELECT delivery_id FROM due))
RETURNING q.delivery_id, q.created_at, q.webhook_id, q.project_id, q.call_id, q.event_id, q.event_type, q.sequence,
          q.occurred_at, q.is_test, q.attempt_count, q.max_attempts, q.lease_token, q.activation`;

/**
 * Ends the deliveries $3, each under its lease $4, and returns those that it ended. A delivery that
 * was claimed again belongs to the later lease, here and in the next statements.
 */
export const END_DELIVERIES = namedQuery('webhook_queue_end')`
DELETE FROM webhook_queue q
 USING unnest($3::uuid[], $4::bigint[]) AS d (delivery_id, lease_token)
 WHERE q.client_id = $1 AND q.data_env = $2 AND q.delivery_id = ANY($3::uuid[])
   AND q.delivery_id = d.delivery_id AND q.lease_token = d.lease_token
RETURNING d.delivery_id, d.lease_token`;

/**
 * Reschedules deliveries $3, each under its lease $4, by $5 seconds, as attempt $6; returns them.
 * Later deliveries of their calls wait as long, so that no claim checks them earlier.
 */
export const RESCHEDULE = namedQuery('webhook_queue_put_off')`
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
 * Records the results of deliveries $3 in the history. Their times $4 and webhooks $14 let any of
 * its indexes find them without scanning all deliveries of the tenant on that day.
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

/** Seconds until the next delivery to one of the webhooks $3 is due; null: none waits. */
export const NEXT_DUE = namedQuery('webhook_queue_next_due')`
SELECT extract(epoch FROM min(next.ready_at) - now())::double precision AS seconds
  FROM unnest($3::uuid[]) AS w (webhook_id)
 CROSS JOIN LATERAL (
       SELECT q.ready_at FROM webhook_queue q
        WHERE q.client_id = $1 AND q.data_env = $2 AND q.webhook_id = w.webhook_id
          AND q.ready_at > now() AND q.lease_token IS NULL
        ORDER BY q.ready_at LIMIT 1) next`;

/** Webhooks other than $3 with waiting deliveries. It reads all waiting deliveries, so it runs rarely. */
export const STRAY_WEBHOOKS = namedQuery('webhook_queue_strays')`
SELECT DISTINCT q.webhook_id FROM webhook_queue q
 WHERE q.client_id = $1 AND q.data_env = $2 AND q.webhook_id <> ALL($3::uuid[])
   AND (q.lease_token IS NULL OR q.ready_at <= now())`;
