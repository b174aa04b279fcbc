import { auditActions } from '../../core/shared/audit-event.js';

/** Audit actions of email routing (email-routing 5.1). */
export const EMAIL_ROUTING_ACTIONS = auditActions({
  added: 'email_address.added',
  resent: 'email_address.verification_resent',
  mailed: 'email_address.verification_mailed',
  mailFailed: 'email_address.verification_mail_failed',
  verified: 'email_address.verified',
  changed: 'email_address.changed',
  deleted: 'email_address.deleted',
  unsubscribed: 'email_address.unsubscribed',
  bounced: 'email_address.bounced',
  rulesSaved: 'email_rules.saved',
  noticeSent: 'notice.sent',
  noticeNotSent: 'notice.not_sent',
});
