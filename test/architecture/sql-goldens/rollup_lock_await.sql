SELECT pg_advisory_xact_lock(hashtextextended('call-rollup ' || $1 || ' ' || $2, 0))
