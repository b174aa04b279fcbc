WITH waiting AS MATERIALIZED (
     SELECT w.key FROM work_items w
      WHERE w.client_id = $1 AND w.data_env = $2 AND w.kind = $3 AND w.key = ANY ($4::text[])
        AND w.lease_token IS NULL AND w.ready_at <= now()
        FOR SHARE SKIP LOCKED),
     appended AS (
     INSERT INTO work_items (client_id, data_env, kind, key, payload, ready_at, request_id, traceparent)
     SELECT $1, $2, $3, sent.key, sent.payload::jsonb, coalesce($6::timestamptz, now()), $7, $8 FROM unnest($4::text[], $5::text[]) WITH ORDINALITY AS sent (key, payload, place)
      WHERE NOT EXISTS (SELECT FROM waiting w WHERE w.key = sent.key)
      ORDER BY sent.place)
SELECT pg_notify('work_due', json_build_array($1::text, $2::text, $3::text)::text)
