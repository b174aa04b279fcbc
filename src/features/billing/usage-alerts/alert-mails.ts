import type { Tenant } from '../../../core/shared/auth-context.js';
import { jobKind } from '../../../core/shared/work-kind.js';

/** A crossing to mail; it holds nothing about the recipients. */
export interface AlertMail extends Tenant {
  readonly alertId: string;
  readonly revision: number;
  /** An instant, as text: jobs are JSON. */
  readonly periodStart: string;
  /** The threshold that was reached: the alert may have another one when the mail is sent. */
  readonly thresholdValue: number;
}

/**
 * Tells of one crossing. Some four hours of attempts outlast a mail server that is down for a
 * while; behind them a person looks at it (operations 4.9).
 */
export const MAIL_ALERT = jobKind<AlertMail>('billing.mail-usage-alert', { retries: 9, givesUp: true });
