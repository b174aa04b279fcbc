import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/**
 * The session of a cookie while it is valid, unless its person is known and not active. It is read
 * once for many requests, so the additional index look-up for the person costs next to nothing.
 */
export const FIND_SESSION = namedQuery('portal_find_session')`
    SELECT s.session_id, s.subject, s.data_env, s.tokens_encrypted, s.token_given_at, s.token_ends_at,
           s.is_renewable, s.renewals, s.created_at, s.last_seen_at, s.ends_at,
           s.auth_time, s.amr, s.connection_id, s.break_glass_id, s.only_client_id
      FROM portal_sessions s
      LEFT JOIN portal_users u ON u.subject = s.subject
     WHERE s.id_hash = ANY($1::bytea[]) AND s.ends_at > $2 AND u.active IS NOT FALSE`;

/** Records the use of a session, and its resulting end. */
export const NOTE_USE = namedQuery('portal_note_use')`
    UPDATE portal_sessions SET last_seen_at = $2, ends_at = $3
     WHERE session_id = $1 AND last_seen_at < $2`;

export const END_SESSION = namedQuery('portal_end_session')`
    DELETE FROM portal_sessions WHERE session_id = $1`;
