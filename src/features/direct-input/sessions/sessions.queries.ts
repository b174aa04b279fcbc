import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Opens a session ($3) of a call ($4) with a form ($5) until $6. */
export const OPEN_SESSION = namedQuery('direct_input_open_session')`
INSERT INTO direct_input_sessions (client_id, data_env, session_id, call_id, form, expires_at)
VALUES ($1, $2, $3, $4, $5, $6)`;

/** Stores the tenant of a link, by the hash of its token ($4), until $5. */
export const ADD_LINK = namedQuery('direct_input_add_link')`
INSERT INTO direct_input_links (client_id, data_env, session_id, token_hash, ends_at) VALUES ($1, $2, $3, $4, $5)`;

/** The status of a session ($3). */
export const SESSION_STATE = namedQuery('direct_input_session_state')`
SELECT status, expires_at, collectable_until FROM direct_input_sessions WHERE client_id = $1 AND data_env = $2 AND session_id = $3`;

/**
 * Returns the envelope of a session ($3) that has not expired at $4. The first request also sets
 * the time until which it may be requested again ($5).
 */
export const COLLECT = namedQuery('direct_input_collect')`
UPDATE direct_input_sessions SET collectable_until = coalesce(collectable_until, $5), form = NULL, browser_hash = NULL
 WHERE client_id = $1 AND data_env = $2 AND session_id = $3 AND status = 'received'
   AND coalesce(collectable_until, expires_at) > $4
RETURNING call_id, envelope, old.collectable_until IS NULL AS is_first`;
