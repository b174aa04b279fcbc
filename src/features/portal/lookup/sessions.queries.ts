import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/**
 * The sessions of the hashes of cookies ($1), each with the number of its cookie ($2), while they are
 * valid, unless their person is known and not active.
 */
export const FIND_SESSIONS = namedQuery('portal_find_sessions')`
    SELECT asked.cookie, s.session_id, s.subject, s.data_env, s.token_given_at, s.token_ends_at,
           s.is_renewable, s.renewals, s.created_at, s.last_seen_at, s.ends_at,
           s.auth_time, s.amr, s.connection_id, s.break_glass_id, s.only_client_id
      FROM unnest($1::bytea[], $2::integer[]) AS asked (id_hash, cookie)
      JOIN portal_sessions s ON s.id_hash = asked.id_hash
      LEFT JOIN portal_users u ON u.subject = s.subject
     WHERE s.ends_at > $3 AND u.active IS NOT FALSE`;

/** Records the use of a session, and its resulting end. */
export const NOTE_USE = namedQuery('portal_note_use')`
    UPDATE portal_sessions SET last_seen_at = $2, ends_at = $3
     WHERE session_id = $1 AND last_seen_at < $2`;

export const END_SESSION = namedQuery('portal_end_session')`
    DELETE FROM portal_sessions WHERE session_id = $1`;
