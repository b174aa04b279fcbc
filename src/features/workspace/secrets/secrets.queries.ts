/** The secrets of a project without their values, by name. */
export const PROJECT_SECRETS = {
  name: 'project_secrets',
  text: `
    SELECT s.secret_name, s.reference_preview, s.version, s.created_at, s.created_by, s.updated_at, s.updated_by
      FROM project_secrets s
     WHERE s.client_id = $1 AND s.data_env = $2 AND s.project_id = $3
     ORDER BY s.secret_name COLLATE "C"`,
};

/** One of them. */
export const PROJECT_SECRET = {
  name: 'project_secret',
  text: `
    SELECT s.secret_name, s.reference_preview, s.version, s.created_at, s.created_by, s.updated_at, s.updated_by
      FROM project_secrets s
     WHERE s.client_id = $1 AND s.data_env = $2 AND s.project_id = $3 AND s.secret_name = $4`,
};
