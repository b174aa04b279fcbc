import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

const RECORD = `v.version_number, v.published_at, v.published_by, v.change_note, v.content_hash, v.source, v.rolled_back_from,
           v.version_number = p.latest_published_version AS is_current,
           CASE WHEN v.version_number = p.latest_published_version THEN 'current'
                ELSE coalesce((SELECT CASE s.state WHEN 'active' THEN 'staged' WHEN 'taken_back' THEN 'taken_back' END
                                 FROM project_staged_releases s
                                WHERE s.client_id = v.client_id AND s.data_env = v.data_env
                                  AND s.project_id = v.project_id AND s.version_number = v.version_number), 'published')
           END AS state`;

const VERSIONS = `project_versions v
      JOIN projects p ON p.client_id = v.client_id AND p.data_env = v.data_env AND p.project_id = v.project_id
     WHERE v.client_id = $1 AND v.data_env = $2 AND v.project_id = $3`;

/**
 * A page of versions, newest first, without their content; one row without a version if the page is
 * past the last one. $4: how many rows; $5: how many to skip.
 */
export const VERSIONS_PAGE = namedQuery('project_versions_page')`
    SELECT t.total, v.*
      FROM (SELECT count(*)::integer AS total FROM ${VERSIONS}) t
      LEFT JOIN (SELECT ${RECORD} FROM ${VERSIONS}
                  ORDER BY v.version_number DESC
                  LIMIT $4::bigint OFFSET $5::bigint) v ON true
     ORDER BY v.version_number DESC`;

/** One version with its content. $4: its number. */
export const VERSION = namedQuery('project_version')`
    SELECT ${RECORD}, v.sections FROM ${VERSIONS} AND v.version_number = $4`;

/** The same without its content. $4: its number. */
export const VERSION_RECORD = namedQuery('project_version_record')`
    SELECT ${RECORD} FROM ${VERSIONS} AND v.version_number = $4`;

/**
 * The number of a project's next version, and of the staged one, if any. It counts every version
 * ever created: one that was taken back keeps its number.
 */
export const NEXT_VERSION = namedQuery('next_version')`
    SELECT coalesce((SELECT max(v.version_number) FROM project_versions v
                      WHERE v.client_id = $1 AND v.data_env = $2 AND v.project_id = $3), 0) + 1 AS next_version_number,
           (SELECT s.version_number FROM project_staged_releases s
             WHERE s.client_id = $1 AND s.data_env = $2 AND s.project_id = $3 AND s.state = 'active') AS staged_version_number`;
