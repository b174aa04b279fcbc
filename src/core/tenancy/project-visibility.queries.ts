import { namedQuery } from '../database/unit-of-work/named-query.js';

/** One statement for every role, so that a foreign project takes as long as an absent one. */
export const PROJECT_VISIBLE = namedQuery('project_visible')`
    SELECT NOT $4::boolean OR EXISTS (
             SELECT 1 FROM project_assignments a
              WHERE a.client_id = p.client_id AND a.data_env = p.data_env AND a.project_id = p.project_id
                AND a.member_id = $5::uuid AND a.active) AS visible
      FROM projects p
     WHERE p.client_id = $1 AND p.data_env = $2 AND p.project_id = $3`;

export const ASSIGNED_PROJECTS = namedQuery('assigned_projects')`
    SELECT a.project_id FROM project_assignments a
     WHERE a.client_id = $1 AND a.data_env = $2 AND a.member_id = $3::uuid AND a.active`;

/** Names and transcript retention (the shorter of project and tenant) of projects, for lists of calls. */
export const LISTED_PROJECTS = namedQuery('listed_projects')`
    SELECT p.project_id, p.display_name,
           least(g.transcript_retention_days, t.transcript_retention_days) AS retention_days
      FROM projects p
      LEFT JOIN tenant_governance t ON t.client_id = $1 AND t.data_env = $2
      LEFT JOIN project_governance g ON g.client_id = $1 AND g.data_env = $2 AND g.project_id = p.project_id
     WHERE p.client_id = $1 AND p.data_env = $2 AND p.project_id = ANY($3)`;

export const PROJECT_NAMES = namedQuery('project_names')`
    SELECT p.project_id, p.display_name FROM projects p
     WHERE p.client_id = $1 AND p.data_env = $2 AND p.project_id = ANY($3)`;

/** Time zones of the client, and of its projects in $3 (null: all). */
export const ZONES_OF_PROJECTS = namedQuery('zones_of_projects')`
    SELECT c.timezone FROM clients c WHERE c.client_id = $1
     UNION
    SELECT p.timezone FROM projects p
     WHERE p.client_id = $1 AND p.data_env = $2 AND ($3::text[] IS NULL OR p.project_id = ANY($3))`;
