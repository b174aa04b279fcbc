WITH known AS MATERIALIZED (
     SELECT asked.call_id, asked.published, e.event_type, e.sequence
       FROM unnest($8::text[], $9::integer[]) AS asked (call_id, published)
       LEFT JOIN LATERAL (
            SELECT k.event_type, k.sequence FROM call_events k
             WHERE k.client_id = $1 AND k.data_env = $2 AND k.call_id = asked.call_id
             ORDER BY k.event_type) e ON true),
     last AS MATERIALIZED (
     SELECT call_id, greatest(max(sequence), count(event_type), max(published)) AS sequence FROM known GROUP BY call_id)
INSERT INTO call_events (client_id, data_env, call_id, event_type, project_id, revision, occurred_at_utc, sequence)
SELECT $1, $2, sent.call_id, sent.event_type, sent.project_id, sent.revision, sent.occurred_at_utc,
       coalesce(last.sequence, 0) + row_number() OVER (PARTITION BY sent.call_id ORDER BY sent.place)
  FROM unnest($3::text[], $4::text[], $5::text[], $6::integer[], $7::timestamptz[])
       WITH ORDINALITY AS sent (call_id, event_type, project_id, revision, occurred_at_utc, place)
  LEFT JOIN last ON last.call_id = sent.call_id
 WHERE NOT EXISTS (SELECT FROM known k WHERE k.call_id = sent.call_id AND k.event_type = sent.event_type)
 ORDER BY sent.place
    ON CONFLICT (client_id, data_env, call_id, event_type) DO NOTHING
