import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/**
 * Serializes the transactions that take slots of a tenant; no row if no limit was set. The next
 * statement counts everything that earlier transactions have committed.
 */
export const LOCK_CLIENT_LIMIT = namedQuery('capacity_lock_client_limit')`
SELECT sample_due_at FROM capacity_limits
 WHERE client_id = $1 AND data_env = $2 AND project_id = '' FOR NO KEY UPDATE`;

/** Records when a sample is enqueued, null: none is; the row is already locked. */
export const NOTE_SAMPLE_DUE = namedQuery('capacity_note_sample_due')`
UPDATE capacity_limits SET sample_due_at = $3 WHERE client_id = $1 AND data_env = $2 AND project_id = ''`;
