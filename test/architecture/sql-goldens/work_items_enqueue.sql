WITH appended AS (
     INSERT INTO work_items (client_id, data_env, kind, key, payload, ready_at)
     SELECT $1, $2, $3, sent.key, sent.payload::jsonb, coalesce($6::timestamptz, now())
       FROM unnest($4::text[], $5::text[]) WITH ORDINALITY AS sent (key, payload, place)
      ORDER BY sent.place
  RETURNING ready_at)
SELECT pg_notify('work_due', json_build_array($1::text, $2::text, $3::text)::text)
  FROM appended WHERE ready_at <= now() LIMIT 1
