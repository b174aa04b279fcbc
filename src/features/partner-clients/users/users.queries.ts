import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { PARTNER_ROLES, sqlListOf } from '../../../core/shared/roles.js';

const PARTNERS = sqlListOf(PARTNER_ROLES);

/** Whether a role `a` is valid; a partner role without an organisation is not. */
const HELD = `a.active AND (a.organisation_id IS NOT NULL OR a.role NOT IN ${PARTNERS})`;

/** Active members of organisation $3; u is the person, m the membership. */
const MEMBERS = `
      JOIN portal_users u ON u.user_id = m.user_id AND u.active
     WHERE m.organisation_id = $3 AND m.active`;

/** The members of an organisation ($3) with a partner's role for the client through it. */
export const ASSIGNED_USERS = namedQuery('partner_client_users')`
    SELECT u.user_id, u.display_name, a.role, a.assigned_at, a.assigned_by
      FROM partner_organisation_members m
      JOIN portal_user_client_assignments a
        ON a.user_id = m.user_id AND a.client_id = $1 AND a.data_env = $2 AND a.active
       AND a.role IN ${PARTNERS} AND a.organisation_id = m.organisation_id${MEMBERS}
     ORDER BY lower(u.display_name), u.user_id`;

/** The members of an organisation ($3) who have no role for the client. */
export const ASSIGNABLE_USERS = namedQuery('partner_client_assignable_users')`
    SELECT u.user_id, u.display_name
      FROM partner_organisation_members m${MEMBERS}
       AND NOT EXISTS (
           SELECT FROM portal_user_client_assignments a
            WHERE a.user_id = m.user_id AND a.client_id = $1 AND a.data_env = $2 AND ${HELD})
     ORDER BY lower(u.display_name), u.user_id`;

/** Whether a person ($4) is a member of the organisation ($3). */
export const IS_MEMBER = namedQuery('partner_client_is_member')`
    SELECT u.user_id FROM partner_organisation_members m${MEMBERS}
       AND m.user_id = $4::uuid AND $1::text IS NOT NULL AND $2::text IS NOT NULL`;

/**
 * Gives a person ($3) a role ($4) through an organisation ($7), recording when ($5) and by whom
 * ($6). No row if the person already has a role.
 */
export const ASSIGN_USER = namedQuery('assign_partner_client_user')`
    INSERT INTO portal_user_client_assignments AS a (user_id, client_id, data_env, role, assigned_at, assigned_by, organisation_id)
    VALUES ($3::uuid, $1, $2, $4, $5, $6, $7)
        ON CONFLICT (user_id, client_id, data_env) DO UPDATE
       SET role = excluded.role, active = true, is_default = false, assigned_at = excluded.assigned_at,
           assigned_by = excluded.assigned_by, organisation_id = excluded.organisation_id
     WHERE NOT (${HELD})
    RETURNING a.user_id`;

/** The role a person ($3) has, and through which organisation. */
export const ROLE_OF_USER = namedQuery('partner_client_role_of_user')`
    SELECT a.role, a.organisation_id FROM portal_user_client_assignments a
     WHERE a.client_id = $1 AND a.data_env = $2 AND a.user_id = $3::uuid AND a.active`;
