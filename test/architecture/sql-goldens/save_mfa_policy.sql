INSERT INTO mfa_policies (client_id, data_env, required_roles, kinds, step_up_for, step_up_minutes, revision, updated_at, updated_by)
    VALUES ($1, $2, $3, $4, $5, $6, 1, $7, $8)
        ON CONFLICT (client_id, data_env) DO UPDATE
       SET required_roles = excluded.required_roles, kinds = excluded.kinds, step_up_for = excluded.step_up_for,
           step_up_minutes = excluded.step_up_minutes, revision = mfa_policies.revision + 1,
           updated_at = excluded.updated_at, updated_by = excluded.updated_by
    RETURNING required_roles, kinds, step_up_for, step_up_minutes, revision, updated_at, updated_by
