import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/**
 * Charged minutes by the hour in which a call ended, from $3 to $4, of the calls that started from
 * $5 to $6: `voiceUnits` in SQL. A call that lasted longer than two days is not counted (billing
 * 14.2); it must not count in earlier hours either, because a recount of a window would then differ.
 */
export const CALL_USAGE = namedQuery('call_usage')`
SELECT p.hour, sum(p.units)::bigint AS units, sum(p.sources)::integer AS sources, sum(p.names)::text AS names,
       jsonb_object_agg(p.project_id, p.units) AS projects
  FROM (SELECT date_trunc('hour', u.ended_at, 'UTC') AS hour, u.project_id, sum(u.units)::bigint AS units,
               count(*)::integer AS sources, sum(hashtextextended(u.call_id || '|' || u.units, 0)::numeric) AS names
          FROM (SELECT c.call_id, c.project_id, c.started_at_utc,
                       coalesce(c.ended_at_utc, c.started_at_utc + c.duration_seconds * interval '1 second') AS ended_at,
                       greatest(1, ceil(floor(c.duration_seconds) / 60))::bigint AS units
                  FROM calls c
                 WHERE c.client_id = $1 AND c.data_env = $2
                   AND c.started_at_utc >= $5 AND c.started_at_utc < $6
                   AND c.call_status IN ('completed', 'missed', 'failed') AND c.duration_seconds > 0) u
         WHERE u.ended_at >= $3 AND u.ended_at < $4 AND u.ended_at <= u.started_at_utc + interval '2 days'
         GROUP BY hour, u.project_id) p
 GROUP BY p.hour
 ORDER BY p.hour`;
