SELECT set_config('enable_sort', 'off', true)
