import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/**
 * Charged segments by the hour of delivery: each logical send counts its first delivered message
 * (billing 5.4), unless an earlier message of the send was delivered before. The same rule as
 * `chargedSends`.
 */
export const MESSAGE_USAGE = namedQuery('message_usage')`
SELECT p.hour, sum(p.units)::bigint AS units, sum(p.sources)::integer AS sources,
       encode(sha256(convert_to(sum(p.names)::text, 'UTF8')), 'hex') AS digest, jsonb_object_agg(p.project_id, p.units) AS projects
  FROM (SELECT date_trunc('hour', m.delivered_at, 'UTC') AS hour, m.project_id, sum(m.segments)::bigint AS units,
               count(*)::integer AS sources,
               sum(hashtextextended(m.message_id || '|' || m.logical_send_id || '|' || m.segments, 0)::numeric) AS names
          FROM messages m
         WHERE m.client_id = $1 AND m.data_env = $2 AND m.delivered_at >= $3 AND m.delivered_at < $4
           AND m.direction = 'outbound' AND m.status IN ('delivered', 'read')
           AND NOT EXISTS (
                 SELECT FROM messages e
                  WHERE e.client_id = $1 AND e.data_env = $2 AND e.logical_send_id = m.logical_send_id
                    AND e.direction = 'outbound' AND e.status IN ('delivered', 'read') AND e.delivered_at IS NOT NULL
                    AND (e.delivered_at, e.message_id) < (m.delivered_at, m.message_id))
         GROUP BY hour, m.project_id) p
 GROUP BY p.hour
 ORDER BY p.hour`;

export const MESSAGE_FAILURES = namedQuery('message_failures')`
SELECT f.hour, jsonb_object_agg(f.reason, f.messages) AS reasons
  FROM (SELECT date_trunc('hour', m.sent_at, 'UTC') AS hour, coalesce(m.failed_reason, 'unknown') AS reason,
               count(*)::integer AS messages
          FROM messages m
         WHERE m.client_id = $1 AND m.data_env = $2 AND m.sent_at >= $3 AND m.sent_at < $4
           AND m.direction = 'outbound' AND m.status = 'failed'
         GROUP BY hour, reason) f
 GROUP BY f.hour`;
