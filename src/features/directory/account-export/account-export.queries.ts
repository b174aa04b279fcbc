import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { USER_COLUMNS } from '../lookup/stored-users.queries.js';

export const EXPORTED_DIRECTORY_USERS = namedQuery('account_export_directory_users')`
    SELECT ${USER_COLUMNS} FROM directory_users u
     WHERE u.client_id = $1 AND u.data_env = $2
     ORDER BY u.user_id`;
