import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { CLEAR_LEASES, minuteOf, raisePeaks } from '../rules/leases.queries.js';

/**
 * Takes slots of project $3 for the holders $4 (their slots $5), for $6 seconds, in their order, as
 * long as slots are free; returns the holder of each slot that was taken. Refusals are counted in
 * the minute of $7. The count of held slots ignores the leases that this statement clears, and
 * includes a lease that another transaction is renewing.
 */
export const TAKE_SLOTS = namedQuery('capacity_take_slots')`
WITH cleared AS (${CLEAR_LEASES}),
     held AS (
     SELECT h.project_id = $3 AS is_own, h.is_inbound, sum(h.slots) AS slots
       FROM (SELECT l.project_id, l.is_inbound, 1 AS slots FROM capacity_leases l
              WHERE l.client_id = $1 AND l.data_env = $2 AND NOT l.is_waiting
             UNION ALL
             SELECT c.project_id, c.is_inbound, -1 FROM cleared c WHERE NOT c.is_waiting) h
      GROUP BY 1, 2),
     free AS MATERIALIZED (
     SELECT min(l.concurrency_limit - u.outbound - greatest(l.reserved_inbound, u.inbound)) AS slots
       FROM capacity_limits l
      CROSS JOIN LATERAL (
            SELECT coalesce(sum(h.slots) FILTER (WHERE h.is_inbound), 0) AS inbound,
                   coalesce(sum(h.slots) FILTER (WHERE NOT h.is_inbound), 0) AS outbound
              FROM held h WHERE h.is_own OR l.project_id = '') u
      WHERE l.client_id = $1 AND l.data_env = $2 AND l.project_id IN ('', $3)),
     wanted AS MATERIALIZED (
     SELECT w.holder, w.slot, row_number() OVER (ORDER BY w.place) AS place
       FROM unnest($4::text[], $5::integer[]) WITH ORDINALITY AS w (holder, slot, place)
      WHERE NOT EXISTS (
            SELECT FROM capacity_leases l
             WHERE l.client_id = $1 AND l.data_env = $2 AND l.source = 'dial' AND l.holder = w.holder
               AND l.expires_at > statement_timestamp())),
     taken AS (
     INSERT INTO capacity_leases
            (client_id, data_env, source, holder, slot, project_id, is_inbound, is_waiting, expires_at)
     SELECT $1, $2, 'dial', w.holder, w.slot, $3, false, false, statement_timestamp() + $6 * interval '1 second'
       FROM wanted w CROSS JOIN free f WHERE w.place <= f.slots ORDER BY w.place
         ON CONFLICT (client_id, data_env, source, holder, slot) DO NOTHING
  RETURNING holder),
     counts AS MATERIALIZED (
     SELECT (SELECT count(*) FROM wanted) AS wanted, (SELECT count(*) FROM taken) AS taken),
     refused AS (
     INSERT INTO capacity_blocks (client_id, data_env, minute, project_id, blocked)
     SELECT $1, $2, ${minuteOf('$7')}, $3, c.wanted - c.taken FROM counts c WHERE c.wanted > c.taken
         ON CONFLICT (client_id, data_env, minute, project_id)
         DO UPDATE SET blocked = capacity_blocks.blocked + excluded.blocked),
     in_use AS (
     SELECT '' AS project_id, c.taken + coalesce((SELECT sum(h.slots) FROM held h), 0) AS in_use
       FROM counts c WHERE c.taken > 0
     UNION ALL
     SELECT $3, c.taken + coalesce((SELECT sum(h.slots) FROM held h WHERE h.is_own), 0) FROM counts c WHERE c.taken > 0),
     peaks AS (${raisePeaks('in_use', '$7')})
SELECT t.holder FROM taken t`;

/** Extends slots of holders $3 to $4 seconds from now; returns the holders that still have one. */
export const RENEW_SLOTS = namedQuery('capacity_renew_slots')`
UPDATE capacity_leases SET expires_at = statement_timestamp() + $4 * interval '1 second'
 WHERE client_id = $1 AND data_env = $2 AND source = 'dial' AND holder = ANY ($3::text[])
   AND expires_at > statement_timestamp()
RETURNING holder`;

/** Frees all slots of holders $3. */
export const RELEASE_SLOTS = namedQuery('capacity_release_slots')`
DELETE FROM capacity_leases
 WHERE client_id = $1 AND data_env = $2 AND source = 'dial' AND holder = ANY ($3::text[])`;

/** The limits of project $3 and their use; the client's (project_id '') first. */
export const LIMITS_OF_PROJECT = namedQuery('capacity_limits_of_project')`
SELECT l.project_id, l.concurrency_limit, l.reserved_inbound, u.inbound, u.outbound
  FROM capacity_limits l
 CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE h.is_inbound)::integer AS inbound,
              count(*) FILTER (WHERE NOT h.is_inbound)::integer AS outbound
         FROM capacity_leases h
        WHERE h.client_id = $1 AND h.data_env = $2 AND NOT h.is_waiting AND h.expires_at > statement_timestamp()
          AND (h.project_id = $3 OR l.project_id = '')) u
 WHERE l.client_id = $1 AND l.data_env = $2 AND l.project_id IN ('', $3)
 ORDER BY l.project_id`;
