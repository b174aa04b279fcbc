import { namedQuery } from '../../../core/kernel/named-query.js';
import { AUDITED } from '../lookup/audit-row.js';

/** A person's sessions that stand, the newest first. */
export const SESSIONS_OF_PERSON = namedQuery('portal_sessions_of_person')`
    SELECT session_id, created_at, last_seen_at, ends_at, ip_masked, agent, amr
      FROM portal_sessions
     WHERE subject = $1 AND ends_at > $2
     ORDER BY created_at DESC, session_id`;

/** Ends one session that stands, of this person. Audited where there was one. @returns how many */
export const END_OWN_SESSION = namedQuery('portal_end_own_session')`
    WITH ended AS (
      DELETE FROM portal_sessions WHERE session_id = $9 AND subject = $10 AND ends_at > $3 RETURNING session_id),
    ${AUDITED} AND EXISTS (SELECT FROM ended))
    SELECT count(*)::int AS ended FROM ended`;

/** Ends all sessions of a person but one. Audited. @returns how many */
export const END_OTHER_SESSIONS = namedQuery('portal_end_other_sessions')`
    WITH ended AS (
      DELETE FROM portal_sessions WHERE session_id <> $9 AND subject = $10 RETURNING session_id, ends_at),
    ${AUDITED})
    SELECT count(*)::int AS ended FROM ended WHERE ends_at > $3`;
