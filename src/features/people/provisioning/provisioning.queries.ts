import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { CUSTOMER_ROLES, sqlListOf } from '../../../core/shared/roles.js';

const CUSTOMERS = sqlListOf(CUSTOMER_ROLES);

/** Adds a person ($3) with a subject ($4) and a name ($5). */
export const ADD_PROVISIONED_PERSON = namedQuery('add_provisioned_person')`
    INSERT INTO portal_users (user_id, subject, display_name)
    SELECT $3::uuid, $4, $5 WHERE $1::text IS NOT NULL AND $2::text IS NOT NULL`;

/** Gives a person ($3) another name ($4). Row-level security restricts it to people of the directory. */
export const RENAME_PROVISIONED_PERSON = namedQuery('rename_provisioned_person')`
    UPDATE portal_users u SET display_name = $4
     WHERE u.user_id = $3::uuid AND u.display_name <> $4 AND $1::text IS NOT NULL AND $2::text IS NOT NULL`;

/** The roles of people ($3), ended or not. */
export const ROLES_OF_PEOPLE = namedQuery('roles_of_people')`
    SELECT a.user_id, a.role, a.active, a.organisation_id
      FROM portal_user_client_assignments a
     WHERE a.client_id = $1 AND a.data_env = $2 AND a.user_id = ANY($3::uuid[])`;

/** Gives people ($3) the role of the same position ($4) unless they have one; $5: now, $6: the actor. */
export const GIVE_PROVISIONED_ROLES = namedQuery('give_provisioned_roles')`
    INSERT INTO portal_user_client_assignments AS a (user_id, client_id, data_env, role, assigned_at, assigned_by, organisation_id)
    SELECT given.user_id, $1, $2, given.role, $5, $6, NULL FROM unnest($3::uuid[], $4::text[]) AS given(user_id, role)
        ON CONFLICT (user_id, client_id, data_env) DO UPDATE
       -- What comes back is no default, of which there is one at most.
       SET role = excluded.role, active = true, is_default = false, assigned_at = excluded.assigned_at,
           assigned_by = excluded.assigned_by, organisation_id = NULL
     WHERE NOT a.active`;

/** How many active administrators of the customer there are, other than one person ($3). */
export const COUNT_OTHER_ADMINISTRATORS = namedQuery('count_other_administrators')`
    SELECT count(*)::integer AS total
      FROM portal_user_client_assignments a
      JOIN portal_users u ON u.user_id = a.user_id AND u.active
     WHERE a.client_id = $1 AND a.data_env = $2 AND a.role = 'client_admin' AND a.active AND a.user_id <> $3::uuid`;

/** Ends the role of a person ($3) for a moment: a trigger ends the sessions of the person with it. */
export const PAUSE_ROLE = namedQuery('pause_role')`
    UPDATE portal_user_client_assignments SET active = false
     WHERE client_id = $1 AND data_env = $2 AND user_id = $3::uuid AND active`;

export const RESUME_ROLE = namedQuery('resume_role')`
    UPDATE portal_user_client_assignments SET active = true
     WHERE client_id = $1 AND data_env = $2 AND user_id = $3::uuid AND NOT active`;

/** The people with an active role of the customer who accepted an invitation to one of some addresses ($3: hashes). */
export const PEOPLE_WITH_ADDRESS = namedQuery('people_with_address')`
    SELECT DISTINCT a.user_id
      FROM person_invitations i
      JOIN portal_user_client_assignments a
        ON a.user_id = i.accepted_by AND a.client_id = i.client_id AND a.data_env = i.data_env AND a.active
     WHERE i.client_id = $1 AND i.data_env = $2 AND i.organisation_id IS NULL AND i.email_hash = ANY($3::bytea[])
       AND a.role IN ${CUSTOMERS}`;
