import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/**
 * Requests that create projects of a tenant run one at a time, so that each sees the projects of
 * earlier ones.
 */
export const TAKE_PROJECT_TURN = namedQuery('project_take_turn')`
    SELECT pg_advisory_xact_lock(hashtextextended('projects/' || $2::text || '/' || $1::text, 0))`;

/** The number of projects, including archived ones. */
export const PROJECT_COUNT = namedQuery('project_count')`
    SELECT count(*)::integer AS projects FROM projects p
     WHERE p.client_id = $1 AND p.data_env = $2`;
