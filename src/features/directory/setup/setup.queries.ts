import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Saves the setup: $3 on, $4 whether keys end, $5 roles of groups, $6 when, $7 who. */
export const SAVE_DIRECTORY = namedQuery('save_directory')`
    INSERT INTO directory_settings (client_id, data_env, is_on, ends_keys, group_roles, updated_at, updated_by)
    VALUES ($1, $2, $3, $4, $5::jsonb, $6, $7)
        ON CONFLICT (client_id, data_env) DO UPDATE
        SET is_on = excluded.is_on, ends_keys = excluded.ends_keys, group_roles = excluded.group_roles,
            updated_at = excluded.updated_at, updated_by = excluded.updated_by`;

const TOKEN = `t.token_id, t.name, t.last_four, t.created_at, t.created_by, t.expires_at, t.replaced_by,
           t.revoked_at, t.last_used_at`;

/** The tokens, newest first. */
export const DIRECTORY_TOKENS = namedQuery('directory_tokens')`
    SELECT ${TOKEN} FROM directory_tokens t
     WHERE t.client_id = $1 AND t.data_env = $2 ORDER BY t.created_at DESC, t.token_id DESC LIMIT 50`;

/** Adds a token: $3 id, $4 name, $5 prefix, $6 hash, $7 pepper, $8 last four, $9 when, $10 who, $11 its end. */
export const ADD_DIRECTORY_TOKEN = namedQuery('add_directory_token')`
    INSERT INTO directory_tokens (client_id, data_env, token_id, name, token_prefix, secret_hash, pepper_id, last_four,
                                  created_at, created_by, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`;

/** Ends a token ($3) that another ($4) replaces at $5. */
export const REPLACE_DIRECTORY_TOKEN = namedQuery('replace_directory_token')`
    UPDATE directory_tokens SET replaced_by = $4::uuid, expires_at = least(expires_at, $5)
     WHERE client_id = $1 AND data_env = $2 AND token_id = $3::uuid`;

/** Ends a token ($3) now ($4), by $5. */
export const REVOKE_DIRECTORY_TOKEN = namedQuery('revoke_directory_token')`
    UPDATE directory_tokens SET revoked_at = $4, revoked_by = $5
     WHERE client_id = $1 AND data_env = $2 AND token_id = $3::uuid AND revoked_at IS NULL`;

/** The groups of the directory, with the number of their members. */
export const GROUPS_OF_DIRECTORY = namedQuery('groups_of_directory')`
    SELECT g.display_name, count(m.user_id)::integer AS members
      FROM directory_groups g
      LEFT JOIN directory_members m ON m.client_id = g.client_id AND m.data_env = g.data_env AND m.group_id = g.group_id
     WHERE g.client_id = $1 AND g.data_env = $2
     GROUP BY g.group_id, g.display_name ORDER BY lower(g.display_name), g.group_id LIMIT 200`;

/** How many people the directory governs. */
export const COUNT_GOVERNED = namedQuery('count_governed')`
    SELECT count(*) FILTER (WHERE u.active)::integer AS active, count(*)::integer AS total
      FROM directory_users u WHERE u.client_id = $1 AND u.data_env = $2 AND u.status = 'provisioned'`;

/** The last events ($3 of them), newest first. */
export const LAST_EVENTS = namedQuery('last_directory_events')`
    SELECT e.event_id, e.occurred_at, e.operation, e.resource_id, e.token_id, e.status, e.reason
      FROM directory_events e
     WHERE e.client_id = $1 AND e.data_env = $2 ORDER BY e.occurred_at DESC, e.event_id DESC LIMIT $3`;

/** The linked people, newest first. */
export const LINKED_PEOPLE = namedQuery('linked_people')`
    SELECT u.user_id, u.status FROM directory_users u
     WHERE u.client_id = $1 AND u.data_env = $2 AND u.origin = 'linked'
     ORDER BY u.created_at DESC, u.user_id LIMIT 200`;
