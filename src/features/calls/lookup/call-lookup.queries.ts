import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** The direction of the call $3 that started at $4. */
export const CALL_DIRECTION = namedQuery('call_direction')`
SELECT direction FROM calls
 WHERE client_id = $1 AND data_env = $2 AND call_id = $3 AND started_at_utc = $4`;

/**
 * Reads the location of the call $3; ingest waits for the end of the transaction before it writes
 * another version of it.
 */
export const HOLD_CALL = namedQuery('hold_call')`
SELECT i.started_at_utc FROM call_index i
 WHERE i.client_id = $1 AND i.data_env = $2 AND i.call_id = $3 FOR SHARE`;

/** The status of the call $3 that started at $4. */
export const CALL_STATUS = namedQuery('call_status')`
SELECT call_status FROM calls
 WHERE client_id = $1 AND data_env = $2 AND call_id = $3 AND started_at_utc = $4`;
