import type { Tenant } from '../../../core/shared/auth-context.js';
import { jobKind } from '../../../core/shared/work-kind.js';

export interface NoticeMail extends Tenant {
  readonly noticeId: string;
}

/**
 * Some four hours of attempts outlast a mail server that is down for a while; after that the notice
 * has failed.
 */
export const MAIL_NOTICE = jobKind<NoticeMail>('email-routing.mail-notice', { retries: 9, givesUp: true });

export const PRUNE_NOTICES = jobKind<Tenant>('email-routing.prune-notices');
