SELECT date_trunc('hour', u.ended_at, 'UTC') AS hour, sum(u.units)::bigint AS units, count(*)::integer AS sources,
       encode(sha256(convert_to(sum(hashtextextended(u.call_id || '|' || u.units, 0)::numeric)::text, 'UTF8')), 'hex') AS digest
  FROM (SELECT c.call_id,
               coalesce(c.ended_at_utc, c.started_at_utc + c.duration_seconds * interval '1 second') AS ended_at,
               greatest(1, ceil(floor(c.duration_seconds) / 60))::bigint AS units
          FROM calls c
         WHERE c.client_id = $1 AND c.data_env = $2
           AND c.started_at_utc >= $3::timestamptz - interval '2 days' AND c.started_at_utc < $4
           AND c.call_status IN ('completed', 'missed', 'failed') AND c.duration_seconds > 0) u
 WHERE u.ended_at >= $3 AND u.ended_at < $4
 GROUP BY hour
 ORDER BY hour
