WITH appended AS (
     INSERT INTO work_items (client_id, data_env, kind, key, payload, ready_at)
     SELECT $1, $2, $3, sent.key, sent.payload::jsonb, coalesce($6::timestamptz, now())
       FROM unnest($4::text[], $5::text[]) WITH ORDINALITY AS sent (key, payload, place)
      WHERE NOT EXISTS (
            SELECT FROM work_items w
             WHERE w.client_id = $1 AND w.data_env = $2 AND w.kind = $3 AND w.key = sent.key
               AND w.lease_token IS NULL AND w.ready_at <= now())
      ORDER BY sent.place
  RETURNING ready_at)
SELECT pg_notify('work_due', json_build_array($1::text, $2::text, $3::text)::text)
  FROM appended WHERE ready_at <= now() LIMIT 1
