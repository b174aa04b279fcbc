import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { TenantColumns } from '../../core/database/unit-of-work/tenant-columns.js';
import type {
  DeliveryStatus,
  FailureCode,
  Frequency,
  PauseReason,
  ReportName,
  ScheduleStatus,
} from './rules/report-words.js';

/** A report that is mailed after each period (report-schedules 1.2). */
@Entity('report_schedules')
@Index('report_schedules_due', ['nextRunAt'], { where: `"status" <> 'paused'` })
@Check('report_schedules_report_check', `"report" IN ('overview', 'outcomes', 'campaigns', 'usage')`)
@Check('report_schedules_frequency_check', `"frequency" IN ('daily', 'weekly', 'monthly')`)
@Check('report_schedules_status_check', `"status" IN ('active', 'paused', 'failing')`)
@Check('report_schedules_pause_check', `("status" = 'paused') = ("pause_reason" IS NOT NULL)`)
@ForeignKey('clients', ['clientId'], ['clientId'])
export class ReportScheduleEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'schedule_id' }) scheduleId!: string;
  /** The person with whose rights its figures are read. */
  @Column('uuid', { name: 'owner_id' })
  @ForeignKey('portal_users', 'userId')
  ownerId!: string;
  /** The partner organisation to which it belongs; null for a schedule of the customer. */
  @Column('text', { name: 'organisation_id', nullable: true })
  @ForeignKey('partner_organisations', 'organisationId')
  organisationId!: string | null;
  @Column('text') name!: string;
  @Column('text') report!: ReportName;
  @Column('text', { name: 'project_ids', array: true }) projectIds!: string[];
  @Column('text') frequency!: Frequency;
  @Column('text', { name: 'send_at_local' }) sendAtLocal!: string;
  @Column('text') timezone!: string;
  @Column('uuid', { array: true }) recipients!: string[];
  @Column('boolean', { name: 'skip_empty' }) skipEmpty!: boolean;
  @Column('text') status!: ScheduleStatus;
  @Column('text', { name: 'pause_reason', nullable: true }) pauseReason!: PauseReason | null;
  /** The first local day of the next period to report, and when it is sent. */
  @Column('text', { name: 'next_from' }) nextFrom!: string;
  @Column('timestamptz', { name: 'next_run_at' }) nextRunAt!: Date;
  @Column('text') etag!: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
}

/** The outcome of one period of a schedule, which has exactly one row (report-schedules 2.3). */
@Entity('report_deliveries')
@Unique('report_deliveries_period_key', ['clientId', 'dataEnv', 'scheduleId', 'frequency', 'periodFrom'])
@Check('report_deliveries_status_check', `"status" IN ('pending', 'sent', 'failed', 'skipped_empty')`)
@ForeignKey(
  'report_schedules',
  ['clientId', 'dataEnv', 'scheduleId'],
  ['clientId', 'dataEnv', 'scheduleId'],
  {
    onDelete: 'CASCADE',
  },
)
export class ReportDeliveryEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'delivery_id' }) deliveryId!: string;
  @Column('uuid', { name: 'schedule_id' }) scheduleId!: string;
  @Column('text') frequency!: Frequency;
  @Column('text') timezone!: string;
  @Column('text', { name: 'period_from' }) periodFrom!: string;
  @Column('text', { name: 'period_until' }) periodUntil!: string;
  @Column('timestamptz', { name: 'period_start' }) periodStart!: Date;
  @Column('timestamptz', { name: 'period_end' }) periodEnd!: Date;
  @Column('text', { default: 'pending' }) status!: DeliveryStatus;
  /** Its mails that are still in the outbox, and those that have ended. */
  @Column('integer', { name: 'mails_open', default: 0 }) mailsOpen!: number;
  @Column('integer', { name: 'mails_sent', default: 0 }) mailsSent!: number;
  @Column('integer', { name: 'mails_failed', default: 0 }) mailsFailed!: number;
  @Column('timestamptz', { name: 'sent_at', nullable: true }) sentAt!: Date | null;
  @Column('text', { name: 'failure_code', nullable: true }) failureCode!: FailureCode | null;
}
