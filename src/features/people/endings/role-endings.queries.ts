import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/**
 * Locks the rows of everyone with one of some roles ($3), in a fixed order: of two concurrent
 * changes, the second sees the result of the first (people 2.4).
 */
export const LOCK_ROLES = namedQuery('lock_roles_of_client')`
    SELECT a.assignment_id FROM portal_user_client_assignments a
     WHERE a.client_id = $1 AND a.data_env = $2 AND a.role = ANY($3::text[])
     ORDER BY a.assignment_id
       FOR UPDATE`;

/** The role of a colleague ($3) who is active through an organisation ($4, null: none). */
export const ROLE_OF_COLLEAGUE = namedQuery('role_of_colleague')`
    SELECT a.role
      FROM portal_user_client_assignments a
      JOIN portal_users u ON u.user_id = a.user_id AND u.active
      LEFT JOIN partner_organisation_members m ON m.organisation_id = $4 AND m.user_id = a.user_id AND m.active
     WHERE a.client_id = $1 AND a.data_env = $2 AND a.user_id = $3::uuid AND a.active
       AND a.organisation_id IS NOT DISTINCT FROM $4::text AND ($4::text IS NULL OR m.user_id IS NOT NULL)`;

/** Gives a person ($3) another role ($4); $5: now, $6: the actor. */
export const CHANGE_ROLE = namedQuery('change_role')`
    UPDATE portal_user_client_assignments SET role = $4, assigned_at = $5, assigned_by = $6
     WHERE client_id = $1 AND data_env = $2 AND user_id = $3::uuid`;

/** Ends the role of a person ($3); a trigger ends the person's sessions with it. */
export const END_ROLE = namedQuery('end_role')`
    UPDATE portal_user_client_assignments SET active = false
     WHERE client_id = $1 AND data_env = $2 AND user_id = $3::uuid AND active`;

/** Removes a person ($3) from all projects. */
export const END_PROJECT_ASSIGNMENTS = namedQuery('end_project_assignments_of_person')`
    UPDATE project_assignments SET active = false, revision = revision + 1
     WHERE client_id = $1 AND data_env = $2 AND member_id = $3::uuid AND active`;

/** Withdraws invitations sent by a person ($3); $4: now, $5: the actor. */
export const WITHDRAW_INVITATIONS_BY = namedQuery('withdraw_invitations_by')`
    UPDATE person_invitations SET withdrawn_at = $4, withdrawn_by = $5, mail_sealed = NULL
     WHERE client_id = $1 AND data_env = $2 AND created_by = $3 AND accepted_at IS NULL AND withdrawn_at IS NULL
    RETURNING invitation_id`;

/**
 * The same for open invitations of the person through the organisation of the role ($6, null:
 * none): those to an address for which the person has accepted one before.
 */
export const WITHDRAW_INVITATIONS_FOR = namedQuery('withdraw_invitations_for')`
    UPDATE person_invitations SET withdrawn_at = $4, withdrawn_by = $5, mail_sealed = NULL
     WHERE client_id = $1 AND data_env = $2 AND accepted_at IS NULL AND withdrawn_at IS NULL
       AND organisation_id IS NOT DISTINCT FROM $6 AND email_hash IN (
           SELECT v.email_hash FROM person_invitations v
            WHERE v.client_id = $1 AND v.data_env = $2 AND v.accepted_by = $3::uuid)
    RETURNING invitation_id`;
