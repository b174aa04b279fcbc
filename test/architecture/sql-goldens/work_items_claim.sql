WITH free AS MATERIALIZED (
     SELECT m.item_id FROM work_items m
      WHERE m.client_id = $1 AND m.data_env = $2 AND m.kind = $3 AND m.ready_at <= now()
      ORDER BY m.ready_at, m.item_id LIMIT $4 FOR UPDATE SKIP LOCKED),
     lease AS MATERIALIZED (SELECT nextval('work_lease_tokens') AS token),
     taken AS (
     UPDATE work_items m
        SET lease_token = lease.token, ready_at = now() + $5 * interval '1 millisecond', attempts = m.attempts + 1
       FROM lease
      WHERE m.client_id = $1 AND m.data_env = $2 AND m.kind = $3 AND m.item_id = ANY (ARRAY(SELECT item_id FROM free))
  RETURNING m.item_id, m.key, m.payload, m.attempts, m.lease_token, m.request_id, m.traceparent,
            (extract(epoch FROM now() - old.ready_at) * 1000)::double precision AS waited_ms)
SELECT * FROM taken ORDER BY item_id
