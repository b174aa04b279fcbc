INSERT INTO capacity_leases (client_id, data_env, source, holder, slot, project_id, is_inbound, is_waiting, expires_at)
SELECT $1, $2, 'call', c.call_id, 1, c.project_id, false, true, '-infinity'
  FROM unnest($3::text[], $4::text[]) AS c (call_id, project_id)
 ORDER BY c.call_id COLLATE "C"
    ON CONFLICT (client_id, data_env, source, holder, slot) DO NOTHING
