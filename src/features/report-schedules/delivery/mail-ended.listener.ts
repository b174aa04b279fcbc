import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { ListensInTransaction, type TransactionListener } from '../../../core/work/events/listener.js';
import { NoticeEnded } from '../../email-routing/email-routing.events.js';
import { ReportNotice } from '../lookup/report-notice.js';
import { COUNT_MAIL } from './delivery.queries.js';
import { DeliveryEndings, failed } from './delivery-endings.service.js';

interface Counts {
  readonly mails_open: number;
  readonly mails_sent: number;
  readonly mails_failed: number;
}

/** Ends a delivery when the outbox has ended the last of its mails (report-schedules 3.5). */
@ListensInTransaction()
export class MailEndedListener implements TransactionListener<NoticeEnded> {
  readonly event = NoticeEnded;

  constructor(
    private readonly notice: ReportNotice,
    private readonly endings: DeliveryEndings,
  ) {}

  async handle(tx: UnitOfWork, { kind, subject, outcome }: NoticeEnded): Promise<void> {
    if (kind !== this.notice.name) return;
    const counted = [subject, outcome === 'sent' ? 1 : 0, outcome === 'not_accepted' ? 1 : 0];
    // A sample is not a delivery.
    const [mails] = await tx.query<Counts>(COUNT_MAIL, counted);
    if (mails?.mails_open !== 0) return;
    if (mails.mails_failed > 0) await this.endings.end(tx, subject, failed('mail_not_accepted'));
    else if (mails.mails_sent > 0) await this.endings.end(tx, subject, { status: 'sent' });
    else await this.endings.end(tx, subject, failed('no_recipient'));
  }
}
