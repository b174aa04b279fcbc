import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** The published version of a project, and its runtime's last report. */
export const RUNTIME_DRIFT = namedQuery('runtime_drift')`
    SELECT v.content_hash AS expected_hash, r.applied_hash AS observed_hash, r.reported_at
      FROM projects p
      LEFT JOIN project_versions v
        ON v.client_id = p.client_id AND v.data_env = p.data_env AND v.project_id = p.project_id
       AND v.version_number = p.latest_published_version
      LEFT JOIN project_runtime_reports r
        ON r.client_id = p.client_id AND r.data_env = p.data_env AND r.project_id = p.project_id
     WHERE p.client_id = $1 AND p.data_env = $2 AND p.project_id = $3`;

/** Whether a project can be changed, and the hash of version $4; no row: no project. */
export const DEPLOYABLE_VERSION = namedQuery('deployable_version')`
    SELECT p.lifecycle_state, v.content_hash
      FROM projects p
      LEFT JOIN project_versions v
        ON v.client_id = p.client_id AND v.data_env = p.data_env AND v.project_id = p.project_id
       AND v.version_number = $4
     WHERE p.client_id = $1 AND p.data_env = $2 AND p.project_id = $3`;
