import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { systemContext } from '../../../core/shared/auth-context.js';
import { HandlesJob, type JobHandler } from '../../../core/work/jobs/job-handler.js';
import { Notices } from '../../email-routing/lookup/notices.service.js';
import { ReportNotice } from '../lookup/report-notice.js';
import { ReportReader } from '../lookup/report-reader.service.js';
import { ScheduleOwners } from '../lookup/schedule-owners.service.js';
import type { ScheduleToSend } from '../lookup/schedule-to-send.js';
import { SEND_REPORT, type DeliveryToSend } from '../rules/report-jobs.js';
import { DELIVERY_TO_SEND, HOLD_DELIVERY, NOTE_MAILS } from './delivery.queries.js';
import { DeliveryEndings, failed, type Ending } from './delivery-endings.service.js';

interface DeliveryRow extends ScheduleToSend {
  readonly period_from: string;
  readonly period_until: string;
  readonly period_start: Date;
  readonly period_end: Date;
}

/**
 * Reads the figures of one period with the rights of the schedule's owner, and sends them to the
 * recipients through the outbox (report-schedules section 3).
 */
@HandlesJob()
export class SendReportJob implements JobHandler<DeliveryToSend> {
  readonly kind = SEND_REPORT;

  constructor(
    private readonly metadata: MetadataStore,
    private readonly owners: ScheduleOwners,
    private readonly reports: ReportReader,
    private readonly notices: Notices,
    private readonly notice: ReportNotice,
    private readonly endings: DeliveryEndings,
  ) {}

  async handle(job: DeliveryToSend): Promise<void> {
    const [row] = await this.metadata.read(job, (db) =>
      db.query<DeliveryRow>(DELIVERY_TO_SEND, [job.deliveryId]),
    );
    // Already sent, or deleted with its schedule.
    if (row === undefined) return;
    const ending = await this.tell(job, row);
    if (ending !== null) await this.end(job, ending);
  }

  giveUp(job: DeliveryToSend): Promise<void> {
    return this.end(job, failed('figures_unavailable'));
  }

  /** @returns how the delivery ends without a mail; null: its mails are in the outbox */
  private async tell(job: DeliveryToSend, row: DeliveryRow): Promise<Ending | null> {
    const owner = await this.owners.of(job, row);
    if (owner === null) return failed('owner_without_access');
    const period = {
      from: row.period_from,
      until: row.period_until,
      start: row.period_start,
      end: row.period_end,
    };
    const report = await this.reports.read(owner, { ...row, period });
    if (report === null) return failed('no_visible_project');
    if (report.isEmpty && row.skip_empty) return { status: 'skipped_empty' };
    return this.metadata.transaction(systemContext(job, 'worker'), async (tx) => {
      const [held] = await tx.query(HOLD_DELIVERY, [job.deliveryId]);
      // Another worker has already done it.
      if (!held) return null;
      const mails = await this.notices.tell(tx, {
        tenant: job,
        kind: this.notice,
        subject: job.deliveryId,
        period: period.from,
        facts: { ...report.facts, schedule_id: row.schedule_id, is_sample: false },
        addressIds: row.recipients,
      });
      if (mails === 0) return failed('no_recipient');
      await tx.query(NOTE_MAILS, [job.deliveryId, mails]);
      return null;
    });
  }

  private end(job: DeliveryToSend, ending: Ending): Promise<void> {
    return this.metadata.transaction(systemContext(job, 'worker'), (tx) =>
      this.endings.end(tx, job.deliveryId, ending),
    );
  }
}
