INSERT INTO capacity_leases (client_id, data_env, source, holder, slot, project_id, is_inbound, is_waiting, expires_at)
SELECT $1, $2, 'call', c.call_id, 1, c.project_id, c.is_inbound, c.is_waiting, statement_timestamp() + $7 * interval '1 second'
  FROM unnest($3::text[], $4::text[], $5::boolean[], $6::boolean[]) AS c (call_id, project_id, is_inbound, is_waiting)
 ORDER BY c.call_id COLLATE "C"
    ON CONFLICT (client_id, data_env, source, holder, slot)
    DO UPDATE SET project_id = excluded.project_id, is_inbound = excluded.is_inbound,
                  is_waiting = excluded.is_waiting, expires_at = excluded.expires_at
