import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { CUSTOMER_ROLES, sqlListOf } from '../../../core/shared/roles.js';
import { AUDITED } from '../lookup/audit-row.js';

/** A person by the provider's subject, and their first client, for the audit trail. */
export const PERSON_OF_SUBJECT = namedQuery('portal_person_of_subject')`
    SELECT u.user_id, u.active, a.client_id, a.role
      FROM portal_users u
      LEFT JOIN LATERAL (
           SELECT p.client_id, p.role FROM portal_user_client_assignments p
            WHERE p.user_id = u.user_id AND p.data_env = $2
            ORDER BY p.active DESC, p.is_default DESC, p.client_id LIMIT 1) a ON true
     WHERE u.subject = $1`;

/**
 * Remembers that a person ($3) signed in from a network ($4) now ($6), and forgets networks from
 * before $5. The network is new if others of the person are remembered, but not this one.
 */
export const NOTE_PLACE = namedQuery('portal_note_place')`
    WITH forgotten AS (
      DELETE FROM sign_in_places
       WHERE client_id = $1 AND data_env = $2 AND user_id = $3 AND network <> $4 AND last_seen_at < $5),
    known AS (
      SELECT count(*) FILTER (WHERE network = $4) AS same, count(*) AS places FROM sign_in_places
       WHERE client_id = $1 AND data_env = $2 AND user_id = $3 AND last_seen_at >= $5)
    INSERT INTO sign_in_places (client_id, data_env, user_id, network, last_seen_at) VALUES ($1, $2, $3, $4, $6)
        ON CONFLICT (client_id, data_env, user_id, network) DO UPDATE SET last_seen_at = excluded.last_seen_at
    RETURNING (SELECT same = 0 AND places > 0 FROM known) AS is_new`;

/**
 * Opens a session, ends the previous one of the same browser and the person's oldest beyond the
 * limit, and deletes some ended sessions of others. Audited.
 */
export const OPEN_SESSION = namedQuery('portal_open_session')`
    WITH ${AUDITED}),
    cleared AS (
      DELETE FROM portal_sessions o WHERE o.session_id IN (
        SELECT e.session_id FROM portal_sessions e WHERE e.ends_at <= $3
         ORDER BY e.ends_at LIMIT 10 FOR UPDATE SKIP LOCKED)),
    surplus AS (
      DELETE FROM portal_sessions o
       WHERE o.session_id IN (SELECT s.session_id FROM portal_sessions s WHERE s.subject = $11
                               ORDER BY s.created_at DESC, s.session_id OFFSET $20)
          OR o.id_hash = ANY($21::bytea[]))
    INSERT INTO portal_sessions (session_id, id_hash, subject, data_env, tokens_encrypted, token_given_at, token_ends_at,
                                 is_renewable, ends_at, created_at, last_seen_at, auth_time, amr, ip_masked, agent,
                                 connection_id, break_glass_id, only_client_id)
    VALUES ($9, $10, $11, $2, $12, $3, $13, $14, $15, $3, $3, $16, $17, $18, $19, $22, $23, $24)`;

/** Ends all sessions of a person. @returns how many */
export const END_SESSIONS_OF_PERSON = namedQuery('portal_end_sessions_of_person')`
    WITH ended AS (
      DELETE FROM portal_sessions s USING portal_users u
       WHERE u.user_id = $1 AND s.subject = u.subject RETURNING s.session_id)
    SELECT count(*)::int AS ended FROM ended`;

/**
 * Ends the sessions of people with a customer's role at a client ($1, $2) that did not come through
 * its connection ($3), unless they count for another role. Those by break-glass continue.
 * @returns how many
 */
export const END_OTHER_WAYS = namedQuery('portal_end_sessions_of_other_ways')`
    WITH ended AS (
      DELETE FROM portal_sessions s USING portal_users u
       WHERE s.subject = u.subject AND s.data_env = $2
         AND s.connection_id IS DISTINCT FROM $3::uuid AND s.break_glass_id IS NULL
         AND (s.only_client_id IS NULL OR s.only_client_id = $1)
         AND EXISTS (
             SELECT FROM portal_user_client_assignments a
              WHERE a.user_id = u.user_id AND a.client_id = $1 AND a.data_env = $2 AND a.active
                AND a.role IN ${sqlListOf(CUSTOMER_ROLES)})
         AND NOT EXISTS (
             SELECT FROM portal_user_client_assignments o
              WHERE o.user_id = u.user_id AND o.data_env = $2 AND o.active
                AND (s.only_client_id IS NULL OR s.only_client_id = o.client_id)
                AND NOT (o.client_id = $1 AND o.role IN ${sqlListOf(CUSTOMER_ROLES)}))
   RETURNING s.session_id)
    SELECT count(*)::int AS ended FROM ended`;

/** Ends the sessions that came through a connection. @returns how many */
export const END_SESSIONS_OF_CONNECTION = namedQuery('portal_end_sessions_of_connection')`
    WITH ended AS (DELETE FROM portal_sessions WHERE connection_id = $1 RETURNING session_id)
    SELECT count(*)::int AS ended FROM ended`;

/** A session ($1) that has not ended now ($2). */
export const LIVE_SESSION = namedQuery('portal_live_session')`
    SELECT s.subject, s.data_env, s.auth_time, s.amr, s.connection_id, s.break_glass_id, s.only_client_id
      FROM portal_sessions s
     WHERE s.session_id = $1 AND s.ends_at > $2`;

/** Ends the sessions of a break-glass use. @returns how many */
export const END_SESSIONS_OF_USE = namedQuery('portal_end_sessions_of_use')`
    WITH ended AS (DELETE FROM portal_sessions WHERE break_glass_id = $1 RETURNING session_id)
    SELECT count(*)::int AS ended FROM ended`;

/** Ends the sessions of a break-glass use ($1) at an instant ($2), unless they are idle before. */
export const LIMIT_SESSIONS_OF_USE = namedQuery('portal_limit_sessions_of_use')`
    UPDATE portal_sessions SET token_ends_at = $2, ends_at = least($2, last_seen_at + interval '30 minutes')
     WHERE break_glass_id = $1`;

/** When a session ($1) began. */
export const SESSION_BEGAN = namedQuery('portal_session_began')`
    SELECT created_at FROM portal_sessions WHERE session_id = $1`;

/** When the person of a session ($1) last proved a second factor of this service. */
export const SESSION_PROVED = namedQuery('portal_session_proved')`
    SELECT proved_at FROM portal_sessions WHERE session_id = $1`;

/** Records that the person of a session ($1) proved who they are, now ($2) and by a way ($3). */
export const NOTE_PROOF = namedQuery('portal_note_proof')`
    UPDATE portal_sessions
       SET auth_time = $2, proved_at = $2,
           amr = ARRAY(SELECT it FROM unnest(amr) AS it WHERE it NOT IN ('otp', 'hwk', 'swk', 'mfa', 'recovery')) || $3::text
     WHERE session_id = $1`;
