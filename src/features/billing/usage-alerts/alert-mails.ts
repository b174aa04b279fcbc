import type { Tenant } from '../../../core/shared/auth-context.js';
import { jobKind } from '../../../core/shared/work-kind.js';

/** A crossing to mail, without data of the recipients. */
export interface AlertMail extends Tenant {
  readonly alertId: string;
  readonly revision: number;
  /** An instant, as text: jobs are JSON. */
  readonly periodStart: string;
  /**
   * The threshold that was reached: the alert's threshold may have changed when the mail is sent.
   */
  readonly thresholdValue: number;
}

/**
 * Mails one crossing. Some four hours of attempts outlast a temporary failure of the mail server;
 * after that a person handles it (operations 4.9).
 */
export const MAIL_ALERT = jobKind<AlertMail>('billing.mail-usage-alert', { retries: 9, givesUp: true });
