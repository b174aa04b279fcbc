INSERT INTO portal_user_client_assignments AS a (user_id, client_id, data_env, role, assigned_at, assigned_by, organisation_id)
    VALUES ($3::uuid, $1, $2, $4, $5, $6, $7)
        ON CONFLICT (user_id, client_id, data_env) DO UPDATE
       SET role = excluded.role, active = true, is_default = false, assigned_at = excluded.assigned_at,
           assigned_by = excluded.assigned_by, organisation_id = excluded.organisation_id
     WHERE NOT (a.active AND (a.organisation_id IS NOT NULL OR a.role NOT IN ('partner_admin', 'partner_user')))
    RETURNING a.user_id
