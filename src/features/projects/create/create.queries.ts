import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/**
 * Serializes requests that make projects of one client and environment: each sees those made before
 * it.
 */
export const TAKE_PROJECT_TURN = namedQuery('project_take_turn')`
    SELECT pg_advisory_xact_lock(hashtextextended('projects/' || $2::text || '/' || $1::text, 0))`;

/** How many projects there are, archived ones among them. */
export const PROJECT_COUNT = namedQuery('project_count')`
    SELECT count(*)::integer AS projects FROM projects p
     WHERE p.client_id = $1 AND p.data_env = $2`;
