import { namedQuery } from '../../../../core/database/unit-of-work/named-query.js';

/**
 * The metadata of a project for dashboards. $3 is its id in any letter case, $4 the ids of the
 * projects that the caller can see, or null for all of them. A different case finds a project only
 * if the client has no second one that matches it, in any environment and state, visible or not:
 * the result must not depend on the caller.
 */
export const DASHBOARD_METADATA = namedQuery('dashboard_metadata')`
SELECT p.project_id, p.display_name, p.timezone, p.lifecycle_state,
       v.version_number, v.published_at, v.sections -> 'dashboard-metadata' AS metadata,
       s.configuration AS draft, s.updated_at AS draft_updated_at
  FROM projects p
  LEFT JOIN project_versions v
         ON v.client_id = p.client_id AND v.data_env = p.data_env AND v.project_id = p.project_id
        AND v.version_number = p.latest_published_version
  LEFT JOIN project_draft_sections s
         ON s.client_id = p.client_id AND s.data_env = p.data_env AND s.project_id = p.project_id
        AND s.section = 'dashboard-metadata'
 WHERE p.client_id = $1 AND p.data_env = $2 AND lower(p.project_id) = lower($3)
   AND ($4::text[] IS NULL OR p.project_id = ANY($4))
   AND (p.project_id = $3 OR NOT (project_id_is_used_elsewhere($3) OR EXISTS (
         SELECT 1 FROM projects o
          WHERE o.client_id = $1 AND o.data_env = $2 AND lower(o.project_id) = lower($3)
            AND o.project_id <> p.project_id)))`;
