INSERT INTO follow_up_settings AS s (client_id, data_env, missed_inbound, upset_callers, updated_at, updated_by)
VALUES ($1, $2, $4, $5, $6, $7)
    ON CONFLICT (client_id, data_env) DO UPDATE
   SET missed_inbound = excluded.missed_inbound, upset_callers = excluded.upset_callers, revision = s.revision + 1,
       updated_at = excluded.updated_at, updated_by = excluded.updated_by
 WHERE s.revision = $3
RETURNING s.missed_inbound, s.upset_callers, s.revision, s.updated_at, s.updated_by
