import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Invitations to the roles $3, through an organisation ($4) or none. */
const INVITATIONS = `
    SELECT i.invitation_id, i.role, i.email_sealed, i.mail_status, i.sends, i.sent_at, i.expires_at, i.created_at, i.created_by,
           i.accepted_at, i.accepted_by, i.withdrawn_at
      FROM person_invitations i
     WHERE i.client_id = $1 AND i.data_env = $2 AND i.role = ANY($3::text[])
       AND i.organisation_id IS NOT DISTINCT FROM $4`;

/** One page of these invitations ($5 rows after $6), newest first. */
export const LIST_INVITATIONS = namedQuery('list_invitations')`
    ${INVITATIONS}
     ORDER BY i.created_at DESC, i.invitation_id DESC
     LIMIT $5 OFFSET $6`;

/** The number of these invitations. */
export const COUNT_INVITATIONS = namedQuery('count_invitations')`
    SELECT count(*)::integer AS total FROM (${INVITATIONS}) v`;

/** One of these invitations ($5). */
export const FIND_INVITATION = namedQuery('find_invitation')`
    ${INVITATIONS} AND i.invitation_id = $5::uuid`;

/** The same invitation, locked until the transaction ends. */
export const LOCK_INVITATION = namedQuery('lock_invitation')`
    ${INVITATIONS} AND i.invitation_id = $5::uuid FOR UPDATE`;

/** The names in the mail: of the sender ($3), and of the client. */
export const MAIL_NAMES = namedQuery('invitation_mail_names')`
    SELECT c.business_name, u.display_name
      FROM clients c
      JOIN portal_users u ON u.user_id = $3::uuid
     WHERE c.client_id = $1 AND $2::text IS NOT NULL`;

/**
 * Adds an invitation ($3) to a role ($4) through an organisation ($5), with address ($6, $7 its
 * hash), token ($8), mail ($9), now ($10), expiry ($11) and inviter ($12). No row if the address
 * has an open one.
 */
export const ADD_INVITATION = namedQuery('add_invitation')`
    INSERT INTO person_invitations
           (client_id, data_env, invitation_id, role, organisation_id, email_sealed, email_hash, token_hash, mail_sealed,
            sent_at, created_at, expires_at, created_by)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11, $12)
        ON CONFLICT (client_id, data_env, email_hash) WHERE accepted_at IS NULL AND withdrawn_at IS NULL DO NOTHING
    RETURNING invitation_id`;

/**
 * Replaces the token of an invitation ($3) by another one ($4), with its mail ($5), now ($6), its
 * expiry ($7) and sender ($8).
 */
export const RENEW_INVITATION = namedQuery('renew_invitation')`
    UPDATE person_invitations
       SET token_hash = $4, mail_sealed = $5, mail_status = 'pending', sends = sends + 1, sent_at = $6, expires_at = $7,
           created_by = $8
     WHERE client_id = $1 AND data_env = $2 AND invitation_id = $3`;

/** Ends an invitation ($3); $4: now, $5: the actor. */
export const WITHDRAW_INVITATION = namedQuery('withdraw_invitation')`
    UPDATE person_invitations SET withdrawn_at = $4, withdrawn_by = $5, mail_sealed = NULL
     WHERE client_id = $1 AND data_env = $2 AND invitation_id = $3`;

/** Values for a mail ($3, sent for the $4th time), unless it was sent or has ended. */
export const INVITATION_TO_MAIL = namedQuery('invitation_to_mail')`
    SELECT i.role, i.email_sealed, i.mail_sealed, i.expires_at
      FROM person_invitations i
     WHERE i.client_id = $1 AND i.data_env = $2 AND i.invitation_id = $3 AND i.sends = $4
       AND i.mail_status = 'pending' AND i.mail_sealed IS NOT NULL AND i.accepted_at IS NULL`;

/** Records the result of that mail ($5), once. From then on, only the person has the token. */
export const SETTLE_INVITATION_MAIL = namedQuery('settle_invitation_mail')`
    UPDATE person_invitations SET mail_status = $5, mail_sealed = NULL
     WHERE client_id = $1 AND data_env = $2 AND invitation_id = $3 AND sends = $4 AND mail_status = 'pending'
    RETURNING invitation_id`;
