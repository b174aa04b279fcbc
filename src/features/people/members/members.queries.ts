import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/**
 * Takes the rows of everyone with one of some roles ($3), in one order: of two changes at once the
 * second sees what the first has left (people 2.4).
 */
export const LOCK_ROLES = namedQuery('lock_roles_of_client')`
    SELECT a.assignment_id FROM portal_user_client_assignments a
     WHERE a.client_id = $1 AND a.data_env = $2 AND a.role = ANY($3::text[])
     ORDER BY a.assignment_id
       FOR UPDATE`;

/** Gives a person ($3) another role ($4); $5: when, $6: who. */
export const CHANGE_ROLE = namedQuery('change_role')`
    UPDATE portal_user_client_assignments SET role = $4, assigned_at = $5, assigned_by = $6
     WHERE client_id = $1 AND data_env = $2 AND user_id = $3::uuid`;

/** Ends the role of a person ($3). */
export const END_PERSONS_ROLE = namedQuery('end_persons_role')`
    UPDATE portal_user_client_assignments SET active = false
     WHERE client_id = $1 AND data_env = $2 AND user_id = $3::uuid`;

/**
 * Gives a role back; $4: when, $5: by whom. The row does not become the default again, because a
 * person has at most one.
 */
export const GIVE_BACK_ROLE = namedQuery('give_back_role')`
    UPDATE portal_user_client_assignments
       SET active = true, is_default = false, assigned_at = $4, assigned_by = $5
     WHERE client_id = $1 AND data_env = $2 AND user_id = $3::uuid`;

/**
 * Withdraws what a person ($3) has invited others by and was not accepted yet; $4: when, $5: who.
 */
export const WITHDRAW_INVITATIONS_OF = namedQuery('withdraw_invitations_of')`
    UPDATE person_invitations SET withdrawn_at = $4, withdrawn_by = $5, mail_sealed = NULL
     WHERE client_id = $1 AND data_env = $2 AND created_by = $3 AND accepted_at IS NULL AND withdrawn_at IS NULL
    RETURNING invitation_id`;
