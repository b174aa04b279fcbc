SELECT p.lifecycle_state, p.revision, p.profile, p.field_revisions
  FROM projects p
 WHERE p.client_id = $1 AND p.data_env = $2 AND p.project_id = $3
   FOR NO KEY UPDATE
