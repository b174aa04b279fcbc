SELECT client_id, data_env FROM call_rollup_backlog()
