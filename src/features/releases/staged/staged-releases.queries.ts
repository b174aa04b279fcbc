import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

const OF_PROJECT = `s.client_id = $1 AND s.data_env = $2 AND s.project_id = $3`;

const VERSION_OF_STAGED = `JOIN project_versions v
        ON v.client_id = s.client_id AND v.data_env = s.data_env AND v.project_id = s.project_id
       AND v.version_number = s.version_number`;

/** The newest staged release of a project, with the fields of its version that a response shows. */
export const STAGED_RELEASE = namedQuery('staged_release')`
    SELECT s.version_number, v.content_hash, v.change_note, s.state, s.percent, s.numbers_masked, s.started_by, s.started_at,
           s.ended_by, s.ended_at, s.runtime_id, s.runtime_reported_at
      FROM project_staged_releases s
      ${VERSION_OF_STAGED}
     WHERE ${OF_PROJECT}
     ORDER BY s.version_number DESC
     LIMIT 1`;

/**
 * The active one of a project, with everything that is needed to finish it. $4: the number of its
 * version.
 */
export const STAGED_VERSION = namedQuery('staged_version')`
    SELECT v.version_number, v.sections, v.content_hash, v.change_note, v.source, v.rolled_back_from, v.published_at, v.published_by,
           s.draft_etag, s.runtime_id, s.runtime_reported_at
      FROM project_staged_releases s
      ${VERSION_OF_STAGED}
     WHERE ${OF_PROJECT} AND s.state = 'active' AND s.version_number = $4`;

/**
 * The facts that choose the version of a call: the published and the staged version. No row: no
 * version runs.
 */
export const VERSION_CHOICE = namedQuery('version_choice')`
    SELECT v.version_number, v.content_hash, s.version_number AS staged_version_number, w.content_hash AS staged_hash,
           s.percent, s.number_hashes, s.matching_key_id
      FROM projects p
      JOIN project_versions v
        ON v.client_id = p.client_id AND v.data_env = p.data_env AND v.project_id = p.project_id
       AND v.version_number = p.latest_published_version
      LEFT JOIN project_staged_releases s
        ON s.client_id = p.client_id AND s.data_env = p.data_env AND s.project_id = p.project_id AND s.state = 'active'
      LEFT JOIN project_versions w
        ON w.client_id = s.client_id AND w.data_env = s.data_env AND w.project_id = s.project_id
       AND w.version_number = s.version_number
     WHERE p.client_id = $1 AND p.data_env = $2 AND p.project_id = $3 AND p.lifecycle_state <> 'archived'`;
