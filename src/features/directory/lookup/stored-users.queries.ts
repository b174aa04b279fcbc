import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

export const USER_COLUMNS = `u.user_id, u.origin, u.status, u.active, u.attributes_sealed, u.revision, u.created_at, u.updated_at`;

/** A provisioned person ($3). */
export const FIND_DIRECTORY_USER = namedQuery('find_directory_user')`
    SELECT ${USER_COLUMNS} FROM directory_users u
     WHERE u.client_id = $1 AND u.data_env = $2 AND u.status = 'provisioned' AND u.user_id = $3::uuid`;

/** The person with a user name ($3, its hash), in any status. */
export const DIRECTORY_USER_OF_NAME = namedQuery('directory_user_of_name')`
    SELECT ${USER_COLUMNS} FROM directory_users u
     WHERE u.client_id = $1 AND u.data_env = $2 AND u.user_name_hash = $3`;

/**
 * The person with one of these external ids ($3: hashes), otherwise with one of these user names
 * ($4: hashes).
 */
export const DIRECTORY_USER_OF_SUBJECT = namedQuery('directory_user_of_subject')`
    SELECT u.user_id FROM directory_users u
     WHERE u.client_id = $1 AND u.data_env = $2 AND u.status <> 'awaited'
       AND (u.external_id_hash = ANY($3::bytea[]) OR u.user_name_hash = ANY($4::bytea[]))
     ORDER BY (u.external_id_hash = ANY($3::bytea[])) IS TRUE DESC, u.status = 'provisioned' DESC, u.user_id
     LIMIT 1`;
