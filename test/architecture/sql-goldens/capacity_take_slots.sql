WITH cleared AS (
     DELETE FROM capacity_leases l
      WHERE l.client_id = $1 AND l.data_env = $2 AND l.ctid = ANY (ARRAY(
            SELECT e.ctid FROM capacity_leases e
             WHERE e.client_id = $1 AND e.data_env = $2 AND e.expires_at <= statement_timestamp()
               FOR UPDATE SKIP LOCKED))
  RETURNING l.project_id, l.is_inbound, l.is_waiting),
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
     SELECT $1, $2, date_bin('1 minute', $7::timestamptz, '2000-01-01Z'), $3, c.wanted - c.taken FROM counts c WHERE c.wanted > c.taken
         ON CONFLICT (client_id, data_env, minute, project_id)
         DO UPDATE SET blocked = capacity_blocks.blocked + excluded.blocked),
     in_use AS (
     SELECT '' AS project_id, c.taken + coalesce((SELECT sum(h.slots) FROM held h), 0) AS in_use
       FROM counts c WHERE c.taken > 0
     UNION ALL
     SELECT $3, c.taken + coalesce((SELECT sum(h.slots) FROM held h WHERE h.is_own), 0) FROM counts c WHERE c.taken > 0),
     peaks AS (
     INSERT INTO capacity_samples (client_id, data_env, project_id, bucket_start, peak_in_use, in_use_sum, sampled_at)
     SELECT $1, $2, u.project_id, date_bin('15 minutes', $7::timestamptz, '2000-01-01Z'), u.in_use, 0, '-infinity'
       FROM in_use u
      WHERE u.in_use > 0 AND NOT EXISTS (
            SELECT FROM capacity_samples s
             WHERE s.client_id = $1 AND s.data_env = $2 AND s.project_id = u.project_id
               AND s.bucket_start = date_bin('15 minutes', $7::timestamptz, '2000-01-01Z') AND s.peak_in_use >= u.in_use)
      ORDER BY u.project_id
         ON CONFLICT (client_id, data_env, project_id, bucket_start)
         DO UPDATE SET peak_in_use = greatest(capacity_samples.peak_in_use, excluded.peak_in_use))
SELECT t.holder FROM taken t
