import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

const COLUMNS = `g.group_id, g.display_name, g.external_id, g.revision, g.created_at, g.updated_at`;

// $3: group id, $4: key of the name, $5: externalId; null: any.
const FILTERED = `
      FROM directory_groups g
     WHERE g.client_id = $1 AND g.data_env = $2
       AND ($3::uuid IS NULL OR g.group_id = $3)
       AND ($4::text IS NULL OR g.group_key = $4)
       AND ($5::text IS NULL OR g.external_id = $5)`;

/** A page of the groups: $6 rows after $7. */
export const LIST_DIRECTORY_GROUPS = namedQuery('list_directory_groups')`
    SELECT ${COLUMNS} ${FILTERED} ORDER BY g.created_at, g.group_id LIMIT $6 OFFSET $7`;

export const COUNT_DIRECTORY_GROUPS = namedQuery('count_directory_groups')`
    SELECT count(*)::integer AS total ${FILTERED}`;

/** The members of groups ($3), at most $4 of them. */
export const MEMBERS_OF_GROUPS = namedQuery('members_of_directory_groups')`
    SELECT m.group_id, m.user_id FROM directory_members m
     WHERE m.client_id = $1 AND m.data_env = $2 AND m.group_id = ANY($3::uuid[])
     ORDER BY m.group_id, m.user_id LIMIT $4`;

/** Adds a group ($3): $4 its name, $5 the key of it, $6 externalId, $7 now. */
export const ADD_DIRECTORY_GROUP = namedQuery('add_directory_group')`
    INSERT INTO directory_groups (client_id, data_env, group_id, display_name, group_key, external_id, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $7)`;

/** Replaces the attributes of a group, in the same order. */
export const SAVE_DIRECTORY_GROUP = namedQuery('save_directory_group')`
    UPDATE directory_groups
       SET display_name = $4, group_key = $5, external_id = $6, revision = revision + 1, updated_at = $7
     WHERE client_id = $1 AND data_env = $2 AND group_id = $3::uuid`;

export const DELETE_DIRECTORY_GROUP = namedQuery('delete_directory_group')`
    DELETE FROM directory_groups WHERE client_id = $1 AND data_env = $2 AND group_id = $3::uuid`;

/** Adds those of the people $4 whom the directory governs to a group ($3). */
export const ADD_MEMBERS = namedQuery('add_directory_members')`
    INSERT INTO directory_members (client_id, data_env, group_id, user_id)
    SELECT $1, $2, $3::uuid, u.user_id FROM directory_users u
     WHERE u.client_id = $1 AND u.data_env = $2 AND u.user_id = ANY($4::uuid[]) AND u.status = 'provisioned'
        ON CONFLICT DO NOTHING
    RETURNING user_id`;

/** Removes people ($4) from a group ($3). */
export const REMOVE_MEMBERS = namedQuery('remove_directory_members')`
    DELETE FROM directory_members
     WHERE client_id = $1 AND data_env = $2 AND group_id = $3::uuid AND user_id = ANY($4::uuid[])
    RETURNING user_id`;

/** Removes everyone except the people $4 from a group ($3). */
export const REMOVE_OTHER_MEMBERS = namedQuery('remove_other_directory_members')`
    DELETE FROM directory_members
     WHERE client_id = $1 AND data_env = $2 AND group_id = $3::uuid AND user_id <> ALL($4::uuid[])
    RETURNING user_id`;
