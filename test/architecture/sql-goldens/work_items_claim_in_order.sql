WITH ready AS MATERIALIZED (
     SELECT m.item_id, m.key, earliest.item_id AS earliest
       FROM work_items m
       LEFT JOIN LATERAL (
            SELECT e.item_id, e.ready_at FROM work_items e WHERE e.client_id = $1 AND e.data_env = $2 AND e.kind = $3 AND e.key >= m.key
             ORDER BY e.key, e.item_id LIMIT 1) earliest ON true
      WHERE m.client_id = $1 AND m.data_env = $2 AND m.kind = $3 AND m.ready_at <= now() AND (m.key IS NULL OR earliest.ready_at <= now())
      ORDER BY m.item_id LIMIT $4 FOR UPDATE OF m SKIP LOCKED),
     behind AS MATERIALIZED (
     SELECT r.item_id, r.key, CASE WHEN r.earliest < r.item_id THEN (
            SELECT CASE WHEN e.key = r.key THEN e.item_id END FROM work_items e
             WHERE e.client_id = $1 AND e.data_env = $2 AND e.kind = $3 AND e.key <= r.key AND (e.key, e.item_id) < (r.key, r.item_id)
             ORDER BY e.key DESC, e.item_id DESC LIMIT 1) END AS before
       FROM ready r),
     free AS MATERIALIZED (
     SELECT c.item_id FROM (
            SELECT b.item_id, bool_and(b.before IS NULL OR b.before = ANY (ARRAY(SELECT item_id FROM ready)))
                     OVER (PARTITION BY b.key ORDER BY b.item_id) AS is_next
              FROM behind b) c
      WHERE c.is_next),
     lease AS MATERIALIZED (SELECT nextval('work_lease_tokens') AS token),
     taken AS (
     UPDATE work_items m
        SET lease_token = lease.token, ready_at = now() + $5 * interval '1 millisecond', attempts = m.attempts + 1
       FROM lease
      WHERE m.client_id = $1 AND m.data_env = $2 AND m.kind = $3 AND m.item_id = ANY (ARRAY(SELECT item_id FROM free))
  RETURNING m.item_id, m.key, m.payload, m.attempts, m.lease_token, m.request_id, m.traceparent,
            (extract(epoch FROM now() - old.ready_at) * 1000)::double precision AS waited_ms)
SELECT * FROM taken ORDER BY item_id
