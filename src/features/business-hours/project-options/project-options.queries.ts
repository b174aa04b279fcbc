import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/**
 * The active projects, each with the zone of its hours: its own published one, or the client's. $3:
 * the ids of the projects that the caller sees; null: all.
 */
export const PROJECT_OPTIONS = namedQuery('business_hours_projects')`
SELECT p.project_id, p.display_name,
       CASE WHEN own.has_hours THEN coalesce(own.timezone, p.timezone)
            ELSE coalesce(h.hours ->> 'timezone', c.timezone) END AS timezone,
       CASE WHEN own.has_hours THEN 'own' ELSE 'inherited' END AS source
  FROM projects p
  JOIN clients c ON c.client_id = p.client_id
  LEFT JOIN client_business_hours h ON h.client_id = p.client_id AND h.data_env = p.data_env
  LEFT JOIN LATERAL (
       SELECT v.sections -> 'dashboard-metadata' ? 'business_hours' AS has_hours,
              v.sections -> 'dashboard-metadata' ->> 'timezone' AS timezone
         FROM project_versions v
        WHERE v.client_id = p.client_id AND v.data_env = p.data_env AND v.project_id = p.project_id
          AND v.version_number = p.latest_published_version) own ON true
 WHERE p.client_id = $1 AND p.data_env = $2 AND p.lifecycle_state <> 'archived'
   AND ($3::text[] IS NULL OR p.project_id = ANY($3))
 ORDER BY lower(p.display_name COLLATE "und-x-icu"), p.project_id COLLATE "C"`;
