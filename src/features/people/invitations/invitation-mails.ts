import type { Tenant } from '../../../core/shared/auth-context.js';
import { jobKind } from '../../../core/shared/work-kind.js';

export interface InvitationMail extends Tenant {
  readonly invitationId: string;
  /** Each time it is sent, it is a separate mail. */
  readonly sends: number;
}

/** The sealed part of a mail, until the mail server has it. */
export interface SealedMail {
  readonly token: string;
  readonly inviterName: string;
  readonly businessName: string;
}

/**
 * Some four hours of attempts outlast a mail server that is down for a while; after that the
 * invitation shows that its mail failed.
 */
export const MAIL_INVITATION = jobKind<InvitationMail>('people.mail-invitation', {
  retries: 9,
  givesUp: true,
});
