import { HandlesJob, type JobHandler } from '../../../core/work/jobs/job-handler.js';
import { systemContext, type AuthContext } from '../../../core/shared/auth-context.js';
import { Mailer } from '../../../core/mail/mailer.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { BILLING_ACTIONS } from '../billing.audit.js';
import { findConfiguration } from '../configuration/billing-configuration.js';
import { BillingProvider } from '../provider/billing-provider.js';
import type { AlertAction, ThresholdType } from '../rules/usage-alert.policy.js';
import type { MeterId } from '../rules/charges/usage-charges.policy.js';
import { MAIL_ALERT, type AlertMail } from './alert-mails.js';
import { alertMailText } from './alert-mail-text.js';
import { CROSSING_TO_MAIL, SETTLE_MAIL } from './alert-mail.queries.js';

interface Row {
  readonly meter_id: MeterId;
  readonly project_id: string | null;
  readonly threshold_type: ThresholdType;
  readonly action: AlertAction;
  readonly quantity: string;
  readonly period_start: Date;
  readonly period_end: Date;
  readonly reached_at: Date;
}

/**
 * Mails a crossing (billing 16.5). It gets the recipient from the provider and stores no address.
 * If a worker dies after sending, the mail is sent again under the same Message-ID, so receivers
 * show it once.
 */
@HandlesJob()
export class AlertMailJob implements JobHandler<AlertMail> {
  readonly kind = MAIL_ALERT;

  constructor(
    private readonly metadata: MetadataStore,
    private readonly provider: BillingProvider,
    private readonly mailer: Mailer,
  ) {}

  async handle(mail: AlertMail): Promise<void> {
    const auth = systemContext(mail, 'worker');
    const { row, plan } = await this.metadata.read(auth, async (db) => ({
      row: (await db.query<Row>(CROSSING_TO_MAIL, keyOf(mail)))[0],
      plan: (await findConfiguration(db, auth))?.plan,
    }));
    // The mail was sent before, or the alert no longer exists.
    if (row === undefined || plan === undefined) return;
    const customerId = plan.providerCustomerId;
    const recipients = customerId === null ? [] : await this.provider.recipients(customerId);
    if (recipients.length > 0) {
      await this.mailer.send({
        name: nameOf(mail),
        to: recipients.map(({ email }) => email),
        ...alertMailText({
          clientId: mail.clientId,
          dataEnv: mail.dataEnv,
          currency: plan.currency,
          meterId: row.meter_id,
          projectId: row.project_id,
          thresholdType: row.threshold_type,
          thresholdValue: mail.thresholdValue,
          action: row.action,
          quantity: Number(row.quantity),
          periodStart: row.period_start,
          periodEnd: row.period_end,
          reachedAt: row.reached_at,
        }),
      });
    }
    await this.settle(auth, mail, recipients.length > 0 ? 'sent' : 'no_recipient', recipients.length);
  }

  giveUp(mail: AlertMail): Promise<void> {
    return this.settle(systemContext(mail, 'worker'), mail, 'failed', 0);
  }

  private settle(
    auth: AuthContext,
    mail: AlertMail,
    status: 'sent' | 'failed' | 'no_recipient',
    recipients: number,
  ): Promise<void> {
    return this.metadata.transaction(auth, async (tx) => {
      const [settled] = await tx.query(SETTLE_MAIL, [...keyOf(mail), status]);
      if (!settled) return;
      await tx.audit({
        action: status === 'sent' ? BILLING_ACTIONS.alertMailed : BILLING_ACTIONS.alertMailFailed,
        outcome: status === 'sent' ? 'success' : 'failed',
        metadata: { alert_id: mail.alertId, mail_status: status, recipient_count: recipients },
      });
    });
  }
}

const keyOf = ({ alertId, revision, periodStart }: AlertMail) => [alertId, revision, periodStart];

/** The same for every attempt to mail a crossing. */
const nameOf = ({ alertId, revision, periodStart }: AlertMail): string =>
  `usage-alert.${alertId}.${revision}.${Date.parse(periodStart)}`;
