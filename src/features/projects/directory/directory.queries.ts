import { namedQuery, type NamedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { LEGACY_PROJECT_COLUMNS } from '../rules/legacy-project.js';
import type { ProjectOrder } from './directory.policy.js';

// The draft's overrides of test calls, else those that are published and enabled; null if there
// are none.
const TESTING_OVERRIDE = `(
         SELECT jsonb_build_object('enabled', o.configuration -> 'enabled',
                  'expires_at_utc', o.configuration -> 'expires_at_utc', 'updated_at', o.updated_at)
           FROM (SELECT 1 AS place, s.configuration, s.updated_at
                   FROM project_draft_sections s
                  WHERE s.client_id = p.client_id AND s.data_env = p.data_env AND s.project_id = p.project_id
                    AND s.section = 'testing-overrides'
                 UNION ALL
                 SELECT 2, v.sections -> 'testing-overrides', v.published_at
                   FROM project_versions v
                  WHERE v.client_id = p.client_id AND v.data_env = p.data_env AND v.project_id = p.project_id
                    AND v.version_number = p.latest_published_version
                    AND v.sections @> '{"testing-overrides": {"enabled": true}}') o
          ORDER BY o.place LIMIT 1)`;

const COLUMNS = `${LEGACY_PROJECT_COLUMNS},
       p.created_by, p.latest_published_version, d.etag AS draft_etag,
       r.version_number AS staged_version, r.percent AS staged_percent,
       ${TESTING_OVERRIDE} AS testing_override`;

const PROJECTS_AND_STATE = `projects p
         LEFT JOIN project_drafts d
           ON d.client_id = p.client_id AND d.data_env = p.data_env AND d.project_id = p.project_id
         LEFT JOIN project_staged_releases r
           ON r.client_id = p.client_id AND r.data_env = p.data_env AND r.project_id = p.project_id AND r.state = 'active'`;

const VISIBLE = `p.client_id = $1 AND p.data_env = $2
          AND ($3::boolean OR p.lifecycle_state <> 'archived')
          AND ($4::text[] IS NULL OR p.project_id = ANY($4))`;

// Instants cut to milliseconds, as in responses; names in people's sort order, in any script and
// regardless of case.
const KEY_SQL: Readonly<Record<ProjectOrder['key'], string | null>> = {
  created_at_utc: `date_trunc('milliseconds', p.created_at)`,
  updated_at_utc: `date_trunc('milliseconds', p.updated_at)`,
  display_name: `lower(p.display_name COLLATE "und-x-icu")`,
  project_id: null,
};

function orderBy({ key, direction }: ProjectOrder): string {
  const parts = [KEY_SQL[key], 'p.project_id COLLATE "C"'].filter((it) => it !== null);
  return `ORDER BY ${parts.map((part) => `${part} ${direction.toUpperCase()}`).join(', ')}`;
}

/**
 * A page of projects, each with the total number, in one snapshot; one row without a project if the
 * page is past the last one. $3: whether archived projects count; $4: the ids of those that the
 * caller can see (null: all); $5: how many rows (null: all); $6: how many to skip.
 */
export const projectsQuery = (order: ProjectOrder): NamedQuery => ({
  name: `projects_${order.key}_${order.direction}`,
  text: `
SELECT t.total, p.*
  FROM (SELECT count(*)::integer AS total
          FROM projects p
        WHERE ${VISIBLE}) t
  LEFT JOIN (
       SELECT ${COLUMNS}
         FROM ${PROJECTS_AND_STATE}
        WHERE ${VISIBLE}
        ${orderBy(order)}
        LIMIT $5::bigint OFFSET $6::bigint) p ON true
 ${orderBy(order)}`,
});

/** The project $3. */
export const PROJECT_DETAIL = namedQuery('project_detail')`
SELECT ${COLUMNS}
  FROM ${PROJECTS_AND_STATE}
 WHERE p.client_id = $1 AND p.data_env = $2 AND p.project_id = $3`;
