SELECT set_config('enable_sort', 'off', true), set_config('enable_seqscan', 'off', true), set_config('enable_nestloop', 'off', true)
