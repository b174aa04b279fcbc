SELECT pg_advisory_xact_lock(hashtextextended('projects/' || $2::text || '/' || $1::text, 0))
