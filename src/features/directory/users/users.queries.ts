import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { USER_COLUMNS } from '../lookup/stored-users.queries.js';

// $3: user id, $4 to $6: hashes of userName, externalId and displayName; null: any.
const PROVISIONED = `
      FROM directory_users u
     WHERE u.client_id = $1 AND u.data_env = $2 AND u.status = 'provisioned'
       AND ($3::uuid IS NULL OR u.user_id = $3)
       AND ($4::bytea IS NULL OR u.user_name_hash = $4)
       AND ($5::bytea IS NULL OR u.external_id_hash = $5)
       AND ($6::bytea IS NULL OR u.display_name_hash = $6)`;

/** A page of the provisioned people: $7 rows after $8. */
export const LIST_DIRECTORY_USERS = namedQuery('list_directory_users')`
    SELECT ${USER_COLUMNS} ${PROVISIONED} ORDER BY u.created_at, u.user_id LIMIT $7 OFFSET $8`;

export const COUNT_DIRECTORY_USERS = namedQuery('count_directory_users')`
    SELECT count(*)::integer AS total ${PROVISIONED}`;

/** Adds a person ($3): $4 whether active, $5 to $7 hashes as in the list, $8 sealed attributes, $9 now. */
export const ADD_DIRECTORY_USER = namedQuery('add_directory_user')`
    INSERT INTO directory_users (client_id, data_env, user_id, origin, status, active, user_name_hash, external_id_hash,
                                 display_name_hash, attributes_sealed, created_at, updated_at)
    VALUES ($1, $2, $3::uuid, 'made', 'provisioned', $4, $5, $6, $7, $8, $9, $9)`;

/** Replaces what is stored of a person, in the same order. */
export const SAVE_DIRECTORY_USER = namedQuery('save_directory_user')`
    UPDATE directory_users
       SET status = 'provisioned', active = $4, user_name_hash = $5, external_id_hash = $6, display_name_hash = $7,
           attributes_sealed = $8, revision = revision + 1, updated_at = $9
     WHERE client_id = $1 AND data_env = $2 AND user_id = $3::uuid`;

/** Ends a person ($3) for the directory; $4: now. The row stays, so that the same person can return. */
export const END_DIRECTORY_USER = namedQuery('end_directory_user')`
    WITH gone AS (
      DELETE FROM directory_members WHERE client_id = $1 AND data_env = $2 AND user_id = $3::uuid)
    UPDATE directory_users SET status = 'deleted', active = false, revision = revision + 1, updated_at = $4
     WHERE client_id = $1 AND data_env = $2 AND user_id = $3::uuid`;
