SELECT pg_advisory_xact_lock($3) FROM (VALUES ($1::text, $2::text)) AS tenant
