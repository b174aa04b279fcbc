import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/**
 * Ends the links of a person ($3) who has another way to sign in. After the end of the role ($4), a
 * link to a connection that gives new people a role stays: it keeps the person out.
 */
export const END_LINKS_OF_PERSON = namedQuery('sso_end_links_of_person')`
    DELETE FROM sso_identities i
     WHERE i.client_id = $1 AND i.data_env = $2 AND i.user_id = $3::uuid
       AND NOT EXISTS (
           SELECT FROM portal_users u WHERE u.user_id = i.user_id AND u.subject LIKE 'directory:%')
       AND NOT ($4::boolean AND EXISTS (
           SELECT FROM sso_connections c
            WHERE c.client_id = i.client_id AND c.data_env = i.data_env AND c.connection_id = i.connection_id
              AND c.default_role IS NOT NULL))`;
