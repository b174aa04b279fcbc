import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { AUDITED } from '../lookup/audit-row.js';

/** Begins a sign-in, and deletes some that were never completed. */
export const BEGIN_SIGN_IN = namedQuery('portal_begin_sign_in')`
    WITH cleared AS (
      DELETE FROM portal_sign_ins o WHERE o.state_hash IN (
        SELECT e.state_hash FROM portal_sign_ins e WHERE e.ends_at <= $5
         ORDER BY e.ends_at LIMIT 10 FOR UPDATE SKIP LOCKED))
    INSERT INTO portal_sign_ins (state_hash, browser_hash, secrets_encrypted, ends_at) VALUES ($1, $2, $3, $4)`;

/** Consumes the one sign-in of a state and a browser, only once. */
export const TAKE_SIGN_IN = namedQuery('portal_take_sign_in')`
    DELETE FROM portal_sign_ins WHERE state_hash = ANY($1::bytea[]) AND browser_hash = ANY($2::bytea[])
    RETURNING state_hash, secrets_encrypted, ends_at`;

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
                                 is_renewable, ends_at, created_at, last_seen_at, auth_time, amr, ip_masked, agent)
    VALUES ($9, $10, $11, $2, $12, $3, $13, $14, $15, $3, $3, $16, $17, $18, $19)`;
