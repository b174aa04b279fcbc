INSERT INTO webhook_positions AS p (client_id, data_env, call_id, sequence, updated_at)
SELECT $1, $2, c, s, now() FROM unnest($3::text[], $4::integer[]) AS call (c, s)
    ON CONFLICT (client_id, data_env, call_id) DO UPDATE
   SET sequence = greatest(p.sequence, excluded.sequence), updated_at = excluded.updated_at
