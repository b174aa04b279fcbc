import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

const PUBLISHED_FROM = `CASE WHEN s.state IS NULL THEN v.published_at
                 WHEN s.state = 'finished' THEN s.ended_at END`;

const STAGED = `LEFT JOIN project_staged_releases s
        ON s.client_id = v.client_id AND s.data_env = v.data_env AND s.project_id = v.project_id
       AND s.version_number = v.version_number`;

/**
 * The versions of the projects $3 that calls could run between $4 and $5, in order, and those of
 * them with the numbers $6. Versions take effect in the order of their numbers.
 */
export const SERVED_VERSIONS = namedQuery('served_versions')`
    SELECT a.project_id AS "projectId", v.version_number AS "versionNumber", v.content_hash AS "contentHash",
           v.published_at AS "servedFrom", ${PUBLISHED_FROM} AS "publishedFrom",
           s.state IS NOT NULL AS "isStaged", s.ended_at AS "stagedUntil", s.percent, s.number_hashes AS "numberHashes",
           s.matching_key_id AS "keyId"
      FROM unnest($3::text[]) AS a (project_id)
     CROSS JOIN LATERAL (
           SELECT coalesce((
                  SELECT v.version_number
                    FROM project_versions v ${STAGED}
                   WHERE v.client_id = $1 AND v.data_env = $2 AND v.project_id = a.project_id AND ${PUBLISHED_FROM} <= $4
                   ORDER BY v.version_number DESC LIMIT 1), 1) AS version_number) first
      JOIN project_versions v
        ON v.client_id = $1 AND v.data_env = $2 AND v.project_id = a.project_id AND v.published_at <= $5
       AND (v.version_number >= first.version_number OR v.version_number = ANY ($6::integer[]))
      ${STAGED}
     ORDER BY a.project_id, v.version_number`;
