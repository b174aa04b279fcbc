import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

const OF_PROJECT = `s.client_id = $1 AND s.data_env = $2 AND s.project_id = $3`;

const VERSION_OF_STAGED = `JOIN project_versions v
        ON v.client_id = s.client_id AND v.data_env = s.data_env AND v.project_id = s.project_id
       AND v.version_number = s.version_number`;

/** The newest staged release of a project, with the fields of its version that a response shows. */
export const STAGED_RELEASE = namedQuery('staged_release')`
    SELECT s.version_number, v.content_hash, v.change_note, s.state, s.percent, s.numbers_masked, s.started_by, s.started_at,
           s.ended_by, s.ended_at, s.runtime_id, s.runtime_reported_at, s.stop_when, s.stopped
      FROM project_staged_releases s
      ${VERSION_OF_STAGED}
     WHERE ${OF_PROJECT}
     ORDER BY s.version_number DESC
     LIMIT 1`;

/**
 * The active staged release of a project, with everything needed to finish it. $4: the number of
 * its version.
 */
export const STAGED_VERSION = namedQuery('staged_version')`
    SELECT v.version_number, v.sections, v.content_hash, v.change_note, v.source, v.rolled_back_from, v.published_at, v.published_by,
           s.draft_etag, s.runtime_id, s.runtime_reported_at
      FROM project_staged_releases s
      ${VERSION_OF_STAGED}
     WHERE ${OF_PROJECT} AND s.state = 'active' AND s.version_number = $4`;

/**
 * The facts that determine the version of a call: the published and the staged version. No row:
 * there is no version.
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

/** Active releases of a tenant that have a rule which ends them. */
export const RELEASES_WITH_RULE = namedQuery('staged_releases_with_rule')`
    SELECT s.project_id, s.version_number, s.started_at, s.stop_when
      FROM project_staged_releases s
     WHERE s.client_id = $1 AND s.data_env = $2 AND s.state = 'active' AND s.stop_when IS NOT NULL
     ORDER BY s.project_id`;

/** Ends a release by its rule, once. $4: its version, $5: when, $6: the evidence. */
export const END_BY_RULE = namedQuery('staged_release_end_by_rule')`
    UPDATE project_staged_releases s
       SET state = 'taken_back', ended_at = $5, stopped = $6
     WHERE ${OF_PROJECT} AND s.version_number = $4 AND s.state = 'active'
 RETURNING s.version_number`;

/** Which of these versions ($4) a project has. */
export const KNOWN_VERSIONS = namedQuery('known_versions')`
    SELECT v.version_number FROM project_versions v
     WHERE v.client_id = $1 AND v.data_env = $2 AND v.project_id = $3 AND v.version_number = ANY ($4::integer[])`;

/**
 * Staged releases of a project, each with the version that was published meanwhile: the highest one
 * before it that was ever published, because nothing else is published while one is active.
 */
export const STAGED_TIMES = namedQuery('staged_times')`
    SELECT s.version_number AS staged, p.published, s.started_at, s.ended_at, s.percent IS NOT NULL AS is_drawn
      FROM project_staged_releases s
     CROSS JOIN LATERAL (
           SELECT max(v.version_number) AS published
             FROM project_versions v
            WHERE v.client_id = s.client_id AND v.data_env = s.data_env AND v.project_id = s.project_id
              AND v.version_number < s.version_number
              AND NOT EXISTS (SELECT FROM project_staged_releases t
                               WHERE t.client_id = v.client_id AND t.data_env = v.data_env AND t.project_id = v.project_id
                                 AND t.version_number = v.version_number AND t.state = 'taken_back')) p
     WHERE ${OF_PROJECT}
     ORDER BY s.version_number`;
