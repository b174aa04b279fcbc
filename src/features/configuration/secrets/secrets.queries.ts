import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

export const PROJECT_SECRETS = namedQuery('project_secrets')`
    SELECT s.secret_name, s.reference_preview, s.version, s.created_at, s.created_by, s.updated_at, s.updated_by
      FROM project_secrets s
     WHERE s.client_id = $1 AND s.data_env = $2 AND s.project_id = $3
     ORDER BY s.secret_name COLLATE "C"`;

/** One secret of a project. */
export const PROJECT_SECRET = namedQuery('project_secret')`
    SELECT s.secret_name, s.reference_preview, s.version, s.created_at, s.created_by, s.updated_at, s.updated_by
      FROM project_secrets s
     WHERE s.client_id = $1 AND s.data_env = $2 AND s.project_id = $3 AND s.secret_name = $4`;

/** The version of an active staged release that refers to a secret. $4: the secret's name. */
export const STAGED_SECRET_USE = namedQuery('staged_secret_use')`
    SELECT s.version_number
      FROM project_staged_releases s
      JOIN project_versions v
        ON v.client_id = s.client_id AND v.data_env = s.data_env AND v.project_id = s.project_id
       AND v.version_number = s.version_number
     WHERE s.client_id = $1 AND s.data_env = $2 AND s.project_id = $3 AND s.state = 'active' AND $4 = ANY(v.secret_names)`;
