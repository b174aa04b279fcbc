import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Links a person ($3): $4 whether active, $5 to $7 hashes, $8 sealed attributes, $9 now. No row if there is one. */
export const LINK_PERSON = namedQuery('link_person')`
    INSERT INTO directory_users (client_id, data_env, user_id, origin, status, active, user_name_hash, external_id_hash,
                                 display_name_hash, attributes_sealed, created_at, updated_at)
    VALUES ($1, $2, $3::uuid, 'linked', 'awaited', $4, $5, $6, $7, $8, $9, $9)
        ON CONFLICT DO NOTHING
    RETURNING user_id, status`;

/** Ends the link of a person ($3), who leaves the groups of the directory. */
export const UNLINK_PERSON = namedQuery('unlink_person')`
    WITH gone AS (
      DELETE FROM directory_members m USING directory_users u
       WHERE m.client_id = $1 AND m.data_env = $2 AND m.user_id = $3::uuid
         AND u.client_id = $1 AND u.data_env = $2 AND u.user_id = m.user_id AND u.origin = 'linked')
    DELETE FROM directory_users u
     WHERE u.client_id = $1 AND u.data_env = $2 AND u.user_id = $3::uuid AND u.origin = 'linked'
    RETURNING u.user_id, u.status`;
