import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/**
 * Lets one transaction after the other take slots of a tenant; no row where no limit was set. What the next statement counts,
 * it sees with everything that those before it have committed.
 */
export const LOCK_CLIENT_LIMIT = namedQuery('capacity_lock_client_limit')`
SELECT sample_due_at FROM capacity_limits
 WHERE client_id = $1 AND data_env = $2 AND project_id = '' FOR NO KEY UPDATE`;

/** Notes for when a sample is asked for, null: none is; the row is locked already. */
export const NOTE_SAMPLE_DUE = namedQuery('capacity_note_sample_due')`
UPDATE capacity_limits SET sample_due_at = $3 WHERE client_id = $1 AND data_env = $2 AND project_id = ''`;
