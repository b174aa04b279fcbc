import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Changes of a client's directory wait for each other, in all processes. */
export const LOCK_DIRECTORY = namedQuery('lock_directory')`
    SELECT pg_advisory_xact_lock(hashtextextended('directory ' || $1::text || ' ' || $2::text, 0))`;

export const DIRECTORY_SETTINGS = namedQuery('directory_settings')`
    SELECT s.is_on, s.ends_keys, s.group_roles, s.updated_at, s.updated_by
      FROM directory_settings s WHERE s.client_id = $1 AND s.data_env = $2`;

/** People ($3; null: all) whom the directory has provisioned, with the names of their groups. */
export const GOVERNED_PEOPLE = namedQuery('governed_people')`
    SELECT u.user_id, u.active AND u.status = 'provisioned' AS is_in, u.origin, u.ruled_by_groups,
           ARRAY(SELECT g.display_name FROM directory_members m
                   JOIN directory_groups g
                     ON g.client_id = m.client_id AND g.data_env = m.data_env AND g.group_id = m.group_id
                  WHERE m.client_id = u.client_id AND m.data_env = u.data_env AND m.user_id = u.user_id) AS groups
      FROM directory_users u
     WHERE u.client_id = $1 AND u.data_env = $2 AND u.status <> 'awaited'
       AND ($3::uuid[] IS NULL OR u.user_id = ANY($3::uuid[]))
     ORDER BY u.user_id`;

/** Records that groups determine the roles of people ($3) from now on. */
export const RULE_BY_GROUPS = namedQuery('rule_by_groups')`
    UPDATE directory_users SET ruled_by_groups = true
     WHERE client_id = $1 AND data_env = $2 AND user_id = ANY($3::uuid[]) AND NOT ruled_by_groups`;

/** Adds an event: $3 when, $4 operation, $5 resource, $6 token, $7 status, $8 reason. */
export const ADD_EVENT = namedQuery('add_directory_event')`
    INSERT INTO directory_events (client_id, data_env, occurred_at, operation, resource_id, token_id, status, reason)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;

/** Keeps the last events ($3 of them). */
export const PRUNE_EVENTS = namedQuery('prune_directory_events')`
    DELETE FROM directory_events e
     WHERE e.client_id = $1 AND e.data_env = $2
       AND (e.occurred_at, e.event_id) < (
           SELECT k.occurred_at, k.event_id FROM directory_events k
            WHERE k.client_id = $1 AND k.data_env = $2
            ORDER BY k.occurred_at DESC, k.event_id DESC OFFSET $3::integer - 1 LIMIT 1)`;
