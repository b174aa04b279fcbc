import { auditActions } from '../../core/shared/audit-event.js';

/** Audit actions of a client's people (people 5.1). */
export const PEOPLE_ACTIONS = auditActions({
  roleChanged: 'person.role_changed',
  deactivated: 'person.deactivated',
  shutOut: 'person.shut_out',
  reactivated: 'person.reactivated',
  invited: 'person.invited',
  invitationResent: 'person.invitation_resent',
  invitationWithdrawn: 'person.invitation_withdrawn',
  invitationAccepted: 'person.invitation_accepted',
  invitationMailed: 'person.invitation_mailed',
  invitationMailFailed: 'person.invitation_mail_failed',
});
