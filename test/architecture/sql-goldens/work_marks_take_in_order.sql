WITH ready AS MATERIALIZED (
     SELECT m.mark_id, m.key FROM work_marks m
      WHERE m.client_id = $1 AND m.data_env = $2 AND m.kind = $3 AND m.ready_at <= now()
        AND NOT EXISTS (SELECT FROM work_marks e
                         WHERE e.client_id = $1 AND e.data_env = $2 AND e.kind = $3 AND e.key = m.key AND e.mark_id < m.mark_id AND e.ready_at > now())
      ORDER BY m.mark_id LIMIT $4 FOR UPDATE SKIP LOCKED),
     free AS MATERIALIZED (
     SELECT r.mark_id FROM ready r
      WHERE NOT EXISTS (SELECT FROM work_marks e
                         WHERE e.client_id = $1 AND e.data_env = $2 AND e.kind = $3 AND e.key = r.key AND e.mark_id < r.mark_id
                           AND NOT EXISTS (SELECT FROM ready t WHERE t.mark_id = e.mark_id))),
     lease AS MATERIALIZED (SELECT nextval('work_lease_tokens') AS token),
     taken AS (
     UPDATE work_marks m
        SET lease_token = lease.token, ready_at = now() + $5 * interval '1 millisecond', attempts = m.attempts + 1
       FROM lease
      WHERE m.client_id = $1 AND m.data_env = $2 AND m.kind = $3 AND m.mark_id = ANY (ARRAY(SELECT mark_id FROM free))
  RETURNING m.mark_id, m.key, m.payload, m.attempts, m.lease_token,
            (extract(epoch FROM now() - old.ready_at) * 1000)::double precision AS waited_ms)
SELECT * FROM taken ORDER BY mark_id
