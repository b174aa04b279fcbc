import type { Tenant } from '../../../core/shared/auth-context.js';
import { jobKind } from '../../../core/shared/work-kind.js';

export interface VerificationMail extends Tenant {
  readonly addressId: string;
  /** Counts the confirmation mails to the address; each one is a separate mail. */
  readonly sends: number;
}

/** The sealed part of a mail, until the mail server has it. */
export interface SealedMail {
  readonly token: string;
  readonly businessName: string;
}

/**
 * Some four hours of attempts outlast a mail server that is down for a while; after that the
 * address shows the failure.
 */
export const MAIL_VERIFICATION = jobKind<VerificationMail>('email-routing.mail-verification', {
  retries: 9,
  givesUp: true,
});
