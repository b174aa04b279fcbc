import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/**
 * Makes people of a client who sign in for the first time wait for each other, in all processes.
 */
export const LOCK_IDENTITIES = namedQuery('sso_lock_identities')`
    SELECT pg_advisory_xact_lock(hashtextextended('sso identities ' || $1::text || ' ' || $2::text, 0))`;

/** The person to whom a subject ($4: its hash) of a connection ($3) is linked. */
export const PERSON_OF_IDENTITY = namedQuery('sso_person_of_identity')`
    SELECT i.user_id FROM sso_identities i
     WHERE i.client_id = $1 AND i.data_env = $2 AND i.connection_id = $3::uuid AND i.subject_hash = $4`;

/** Ends other links of a connection ($3) to a subject ($4: its hash) and of a person ($5). */
export const FORGET_IDENTITIES = namedQuery('sso_forget_identities')`
    DELETE FROM sso_identities i
     WHERE i.client_id = $1 AND i.data_env = $2 AND i.connection_id = $3::uuid
       AND (i.subject_hash = $4 OR i.user_id = $5::uuid)
       AND NOT (i.subject_hash = $4 AND i.user_id = $5::uuid)`;

/** Links a subject ($4: its hash) of a connection ($3) to a person ($5), now ($6). */
export const KEEP_IDENTITY = namedQuery('sso_keep_identity')`
    INSERT INTO sso_identities (client_id, data_env, connection_id, subject_hash, user_id, created_at)
    VALUES ($1, $2, $3::uuid, $4, $5::uuid, $6)
        ON CONFLICT DO NOTHING
    RETURNING user_id`;

/** The connections with which people sign in, and when a person ($3) was linked to each. */
export const LINKS_OF_PERSON = namedQuery('sso_links_of_person')`
    SELECT c.connection_id, c.name, c.kind, i.created_at AS linked_at
      FROM sso_connections c
      LEFT JOIN sso_identities i
        ON i.client_id = c.client_id AND i.data_env = c.data_env AND i.connection_id = c.connection_id
       AND i.user_id = $3::uuid
     WHERE c.client_id = $1 AND c.data_env = $2 AND c.serving IS NOT NULL
     ORDER BY c.created_at, c.connection_id`;
