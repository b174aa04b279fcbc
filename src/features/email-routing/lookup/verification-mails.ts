import type { Tenant } from '../../../core/shared/auth-context.js';
import { jobKind } from '../../../core/shared/work-kind.js';

export interface VerificationMail extends Tenant {
  readonly addressId: string;
  /** Each time that the address is asked is a mail of its own. */
  readonly sends: number;
}

/** The sealed part of a mail, until it is handed in. */
export interface SealedMail {
  readonly token: string;
  readonly businessName: string;
}

/** Some four hours of attempts outlast a mail server that is down for a while; then the address says so. */
export const MAIL_VERIFICATION = jobKind<VerificationMail>('email-routing.mail-verification', {
  retries: 9,
  givesUp: true,
});
