import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Closes the sessions of calls ($3) and erases their contents. */
export const CLOSE_SESSIONS = namedQuery('direct_input_close_sessions')`
UPDATE direct_input_sessions SET status = 'closed', form = NULL, envelope = NULL, browser_hash = NULL, taken_hash = NULL
 WHERE client_id = $1 AND data_env = $2 AND call_id = ANY ($3::text[]) AND status <> 'closed'`;

/**
 * Erases the contents of sessions that have expired at $3, or whose answers were collected long
 * enough ago.
 */
export const ERASE_EXPIRED = namedQuery('direct_input_erase_expired')`
UPDATE direct_input_sessions SET form = NULL, envelope = NULL, browser_hash = NULL
 WHERE client_id = $1 AND data_env = $2 AND coalesce(collectable_until, expires_at) <= $3
   AND (form IS NOT NULL OR envelope IS NOT NULL)`;

/** Removes the sessions that have expired at $3. */
export const FORGET_SESSIONS = namedQuery('direct_input_forget_sessions')`
DELETE FROM direct_input_sessions WHERE client_id = $1 AND data_env = $2 AND expires_at <= $3`;

/** Removes the links that have ended at $3. */
export const FORGET_LINKS = namedQuery('direct_input_forget_links')`
DELETE FROM direct_input_links WHERE client_id = $1 AND data_env = $2 AND ends_at <= $3`;
