import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** The connection of a domain ($1). */
export const CONNECTION_OF_DOMAIN = namedQuery('sso_connection_of_domain')`
    SELECT c.connection_id
      FROM sso_domains d
      JOIN sso_connections c
        ON c.client_id = d.client_id AND c.data_env = d.data_env AND c.connection_id = d.connection_id
     WHERE d.domain = $1 AND d.status = 'verified' AND c.serving IS NOT NULL`;

export const CONNECTION_BY_ID = namedQuery('sso_connection_by_id')`
    SELECT s.client_id, s.data_env, s.connection_id, s.kind, s.settings, s.secret_encrypted, s.version,
           s.serving, s.serving_version, s.serving_secret_encrypted, s.default_role
      FROM sso_connections s
      JOIN clients c ON c.client_id = s.client_id AND c.status <> 'suspended'
     WHERE s.connection_id = $1`;

/** Begins a sign-in, and deletes some that were never completed. */
export const BEGIN = namedQuery('sso_begin_sign_in')`
    WITH cleared AS (
      DELETE FROM sso_sign_ins o WHERE o.state_hash IN (
        SELECT e.state_hash FROM sso_sign_ins e WHERE e.ends_at <= $5
         ORDER BY e.ends_at LIMIT 10 FOR UPDATE SKIP LOCKED))
    INSERT INTO sso_sign_ins (state_hash, browser_hash, begun_encrypted, ends_at) VALUES ($1, $2, $3, $4)`;

/** The sign-in of a state ($1) that has no answer yet. */
export const UNANSWERED = namedQuery('sso_unanswered_sign_in')`
    SELECT begun_encrypted FROM sso_sign_ins WHERE state_hash = $1 AND answer_encrypted IS NULL AND ends_at > $2`;

/** Stores the answer ($2) to a sign-in ($1), only once. */
export const KEEP_ANSWER = namedQuery('sso_keep_answer')`
    UPDATE sso_sign_ins SET answer_encrypted = $2 WHERE state_hash = $1 AND answer_encrypted IS NULL
    RETURNING state_hash`;

/** Consumes the sign-in of a state ($1) and a browser ($2), only once. */
export const TAKE = namedQuery('sso_take_sign_in')`
    DELETE FROM sso_sign_ins WHERE state_hash = $1 AND browser_hash = $2
    RETURNING begun_encrypted, answer_encrypted, ends_at`;

/** The subject under which a person ($1) has sessions. */
export const SUBJECT_OF_USER = namedQuery('sso_subject_of_user')`
    SELECT u.subject FROM portal_users u WHERE u.user_id = $1::uuid`;
