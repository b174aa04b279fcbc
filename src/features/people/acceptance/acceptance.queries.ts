import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { PARTNER_ROLES, sqlListOf } from '../../../core/shared/roles.js';

/**
 * The invitation with a token ($1: its valid hashes), in the environment of the person ($2; null: in
 * any), with the names of its mail, and with the person of the subject ($3). An invitation whose
 * inviter may no longer grant the role is not found, so that a removed administrator cannot return
 * by one (people 4.3).
 */
export const INVITATION_OF_TOKEN = namedQuery('invitation_of_token')`
    SELECT i.client_id, i.data_env, i.invitation_id, i.role, i.organisation_id, i.created_by,
           ARRAY(SELECT l.network::text FROM tenant_ip_allowlist l
                  WHERE l.client_id = i.client_id AND l.data_env = i.data_env) AS allowlist,
           u.user_id, u.active AS user_active, c.business_name, b.display_name AS inviter_name,
           i.accepted_at, i.withdrawn_at, i.expires_at
      FROM person_invitations i
      JOIN clients c ON c.client_id = i.client_id AND c.status <> 'suspended'
      JOIN portal_user_client_assignments g
        ON g.user_id = i.created_by::uuid AND g.client_id = i.client_id AND g.data_env = i.data_env AND g.active
       AND g.role = CASE WHEN i.organisation_id IS NULL THEN 'client_admin' ELSE 'partner_admin' END
       AND g.organisation_id IS NOT DISTINCT FROM i.organisation_id
      JOIN portal_users b ON b.user_id = g.user_id AND b.active
      LEFT JOIN portal_users u ON u.subject = $3
     WHERE i.token_hash = ANY($1::bytea[]) AND i.data_env = coalesce($2, i.data_env)
       AND (i.organisation_id IS NULL OR EXISTS (
            SELECT FROM partner_organisation_members m
              JOIN partner_organisations p ON p.organisation_id = m.organisation_id AND p.active
              JOIN partner_client_ownerships w
                ON w.organisation_id = m.organisation_id AND w.client_id = i.client_id AND w.active
             WHERE m.organisation_id = i.organisation_id AND m.user_id = g.user_id AND m.active))`;

/** Consumes the invitation ($3) if it still has this token ($4: its valid hashes). */
export const TAKE_INVITATION = namedQuery('take_invitation')`
    SELECT i.accepted_at, i.accepted_by, i.withdrawn_at, i.expires_at
      FROM person_invitations i
     WHERE i.client_id = $1 AND i.data_env = $2 AND i.invitation_id = $3 AND i.token_hash = ANY($4::bytea[])
       FOR UPDATE`;

/** Whether a person ($3) is or was a member of an organisation ($4). */
export const MEMBERSHIP_OF_PERSON = namedQuery('membership_of_person')`
    SELECT m.active FROM partner_organisation_members m
     WHERE m.organisation_id = $4 AND m.user_id = $3::uuid AND $1::text IS NOT NULL AND $2::text IS NOT NULL`;

/** Adds a person ($3) with the subject of its tokens ($4) and a name ($5). */
export const ADD_PERSON = namedQuery('add_person')`
    INSERT INTO portal_users (user_id, subject, display_name)
    SELECT $3::uuid, $4, $5 WHERE $1::text IS NOT NULL AND $2::text IS NOT NULL`;

/** Makes a person ($3) a member of an organisation ($4). */
export const ADD_MEMBER = namedQuery('add_member')`
    INSERT INTO partner_organisation_members (organisation_id, user_id)
    SELECT $4, $3::uuid WHERE $1::text IS NOT NULL AND $2::text IS NOT NULL`;

/**
 * Gives a person ($3) a role ($4) for the tenant, at a time ($5), recorded with the actor ($6),
 * through an organisation ($7, null: none). No row if the person already has a role; a partner role
 * without an organisation does not count.
 */
export const GIVE_INVITED_ROLE = namedQuery('give_invited_role')`
    INSERT INTO portal_user_client_assignments AS a (user_id, client_id, data_env, role, assigned_at, assigned_by, organisation_id)
    VALUES ($3::uuid, $1, $2, $4, $5, $6, $7)
        ON CONFLICT (user_id, client_id, data_env) DO UPDATE
       -- What comes back is no default, of which there is one at most.
       SET role = excluded.role, active = true, is_default = false, assigned_at = excluded.assigned_at,
           assigned_by = excluded.assigned_by, organisation_id = excluded.organisation_id
     WHERE NOT a.active OR (a.organisation_id IS NULL AND a.role IN ${sqlListOf(PARTNER_ROLES)})
    RETURNING a.user_id`;

/** Binds the invitation ($3) to the person ($4) who has accepted it; $5: now. */
export const ACCEPT_INVITATION = namedQuery('accept_invitation')`
    UPDATE person_invitations SET accepted_at = $5, accepted_by = $4::uuid, mail_sealed = NULL
     WHERE client_id = $1 AND data_env = $2 AND invitation_id = $3`;
