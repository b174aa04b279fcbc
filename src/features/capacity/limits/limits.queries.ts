import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Sets the limit of project $3, or of the client ('') to $4 with $5 reserved. */
export const SET_LIMIT = namedQuery('capacity_set_limit')`
INSERT INTO capacity_limits (client_id, data_env, project_id, concurrency_limit, reserved_inbound)
VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (client_id, data_env, project_id)
    DO UPDATE SET concurrency_limit = excluded.concurrency_limit, reserved_inbound = excluded.reserved_inbound`;

/**
 * Removes the limit of project $3; for '' those of the client and all its projects. Returns their
 * owners.
 */
export const REMOVE_LIMITS = namedQuery('capacity_remove_limits')`
DELETE FROM capacity_limits WHERE client_id = $1 AND data_env = $2 AND (project_id = $3 OR $3 = '')
RETURNING project_id`;

/** Records the limits $4 (null: none) of projects $3 from $5 on. */
export const NOTE_LIMIT_CHANGES = namedQuery('capacity_note_limit_changes')`
INSERT INTO capacity_limit_changes (client_id, data_env, project_id, changed_at, concurrency_limit)
SELECT $1, $2, c.project_id, $5, $4 FROM unnest($3::text[]) AS c (project_id)
    ON CONFLICT (client_id, data_env, project_id, changed_at) DO UPDATE SET concurrency_limit = excluded.concurrency_limit`;
