SELECT open_call_months($1) AS kept_from, pg_advisory_xact_lock_shared(hashtextextended(
         'caller-erasure ' || current_setting('app.client_id') || ' ' || current_setting('app.data_env'), 0)), set_config('enable_sort', 'off', true), set_config('enable_seqscan', 'off', true)
