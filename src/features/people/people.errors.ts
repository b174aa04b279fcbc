import { errorEntry } from '../../core/shared/catalogue.js';

/** Errors of people and of invitations (errors 3.11). */
export const PEOPLE_ERRORS = {
  roleNotGrantable: errorEntry(
    'role_not_grantable',
    422,
    'You cannot give this role. Send one of the roles in field_errors.',
  ),
  lastAdministrator: errorEntry(
    'last_administrator',
    409,
    'This is the last active administrator. Give another person the role first.',
  ),
  lastPartnerUser: errorEntry(
    'last_partner_user',
    409,
    'This is the last active partner user of the client. Give another person the role first.',
  ),
  invitationExists: errorEntry(
    'invitation_exists',
    409,
    'This address has an invitation that has not been accepted yet. Resend it, or withdraw it first.',
  ),
  invitationEnded: errorEntry(
    'invitation_ended',
    409,
    'This invitation was accepted, has expired or was withdrawn. Ask the person who invited you for a new one.',
  ),
  roleHeld: errorEntry(
    'role_already_held',
    409,
    'You already have a role for this client. An administrator can change it.',
  ),
};
