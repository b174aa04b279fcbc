INSERT INTO capacity_leases (client_id, data_env, source, holder, slot, project_id, is_inbound, is_waiting, expires_at)
VALUES ($1, $2, 'call', $3, 1, $4, false, true, '-infinity')
    ON CONFLICT (client_id, data_env, source, holder, slot) DO NOTHING
