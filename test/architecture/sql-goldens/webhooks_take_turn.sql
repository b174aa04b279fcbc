SELECT pg_advisory_xact_lock(hashtextextended(concat_ws(chr(10), 'webhooks', $1::text, $2::text, $3::text), 0))
