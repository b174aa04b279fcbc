SELECT pg_advisory_xact_lock_shared(hashtextextended(
         'caller-erasure ' || current_setting('app.client_id') || ' ' || current_setting('app.data_env'), 0))
