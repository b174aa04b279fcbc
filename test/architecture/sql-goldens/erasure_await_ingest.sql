SELECT pg_advisory_xact_lock(hashtextextended(
         'caller-erasure ' || current_setting('app.client_id') || ' ' || current_setting('app.data_env'), 0))
