INSERT INTO call_index (client_id, data_env, call_id, revision, project_id, started_at_utc)
SELECT $1, $2, call_id, revision, project_id, started_at_utc FROM unnest($3::text[], $4::integer[], $5::text[], $6::timestamptz[]) AS sent (call_id, revision, project_id, started_at_utc)
    ON CONFLICT (client_id, data_env, call_id)
    DO UPDATE SET revision = excluded.revision, project_id = excluded.project_id, started_at_utc = excluded.started_at_utc
 WHERE call_index.revision < excluded.revision
RETURNING call_id, old.revision AS prior_revision, old.project_id AS prior_project_id,
          old.started_at_utc AS prior_started_at_utc, old.started_at_utc < now() - interval '30 days' AS prior_is_old,
          erased_at, legal_hold_since
