UPDATE api_keys k SET last_used_at = used.at
      FROM unnest($1::uuid[], $2::timestamptz[]) AS used(key_id, at)
     WHERE k.key_id = used.key_id AND (k.last_used_at IS NULL OR k.last_used_at < used.at)
