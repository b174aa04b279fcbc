import { REQUIRED_CONNECTION, ROLE_COUNTS } from '../../../core/auth/identity.queries.js';
import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { AUDITED } from '../lookup/audit-row.js';

/** The sealed tokens of the provider; null for a person who signed in otherwise. */
export const TOKENS_OF_SESSION = namedQuery('portal_tokens_of_session')`
    SELECT tokens_encrypted FROM portal_sessions WHERE session_id = $1`;

/**
 * Restricts to what a session may see and end: one that counts for a client alone, only those for
 * this client and environment.
 */
const withinReach = (client: string, dataEnv: string): string =>
  `(${client}::text IS NULL OR only_client_id = ${client} AND data_env = ${dataEnv})`;

/** A person's valid sessions, newest first. */
export const SESSIONS_OF_PERSON = namedQuery('portal_sessions_of_person')`
    SELECT session_id, created_at, last_seen_at, ends_at, ip_masked, agent, amr
      FROM portal_sessions
     WHERE subject = $1 AND ends_at > $2 AND ${withinReach('$3', '$4')}
     ORDER BY created_at DESC, session_id`;

/**
 * Ends one valid session of this person. Audited if there was one.
 * @returns how many
 */
export const END_OWN_SESSION = namedQuery('portal_end_own_session')`
    WITH ended AS (
      DELETE FROM portal_sessions WHERE session_id = $9 AND subject = $10 AND ends_at > $3
         AND ${withinReach('$11', '$12')} RETURNING session_id),
    ${AUDITED} AND EXISTS (SELECT FROM ended))
    SELECT count(*)::int AS ended FROM ended`;

/**
 * Ends all sessions of a person except one. Audited.
 * @returns how many
 */
export const END_OTHER_SESSIONS = namedQuery('portal_end_other_sessions')`
    WITH ended AS (
      DELETE FROM portal_sessions WHERE session_id <> $9 AND subject = $10
         AND ${withinReach('$11', '$12')} RETURNING session_id, ends_at),
    ${AUDITED})
    SELECT count(*)::int AS ended FROM ended WHERE ends_at > $3`;

/** Replaces a person's display settings. */
export const SAVE_PROFILE = namedQuery('portal_save_profile')`
    INSERT INTO portal_profiles (subject, language, timezone, updated_at) VALUES ($1, $2, $3, $4)
        ON CONFLICT (subject) DO UPDATE
       SET language = excluded.language, timezone = excluded.timezone, updated_at = excluded.updated_at`;

/**
 * The roles of a person in one environment, by client, and the environments in which the person has
 * any.
 */
export const PERSON_OF_SESSION = namedQuery('portal_person_of_session')`
    SELECT u.user_id, u.display_name, p.language, p.timezone, a.client_id, c.business_name, a.role, a.is_default,
           ${REQUIRED_CONNECTION} AS required_connection_id,
           (SELECT array_agg(DISTINCT a.data_env ORDER BY a.data_env)
              FROM portal_user_client_assignments a
              JOIN clients k ON k.client_id = a.client_id AND k.status <> 'suspended'
             WHERE a.user_id = u.user_id AND a.active AND ${ROLE_COUNTS}) AS environments
      FROM portal_users u
      LEFT JOIN portal_profiles p ON p.subject = u.subject
      JOIN portal_user_client_assignments a ON a.user_id = u.user_id AND a.data_env = $2 AND a.active
      JOIN clients c ON c.client_id = a.client_id AND c.status <> 'suspended'
     WHERE u.subject = $1 AND u.active AND ${ROLE_COUNTS}
     ORDER BY c.business_name, a.client_id`;
