import { organisationOf, type AuthContext } from '../../../core/shared/auth-context.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import { notFound } from '../../../core/shared/platform-error.js';
import {
  ADMINISTRATORS,
  type DeliveryStatus,
  type FailureCode,
  type Frequency,
  type PauseReason,
  type ReportName,
  type ScheduleStatus,
} from '../rules/report-words.js';
import { HOLD_SCHEDULE, SHOW_SCHEDULES } from './schedules.queries.js';
import type { ReportDelivery, ReportSchedule } from './schedules.response.js';

export interface ScheduleRow {
  readonly schedule_id: string;
  readonly owner_id: string;
  readonly organisation_id: string | null;
  readonly name: string;
  readonly report: ReportName;
  readonly project_ids: readonly string[];
  readonly frequency: Frequency;
  readonly send_at_local: string;
  readonly timezone: string;
  readonly recipients: readonly string[];
  readonly skip_empty: boolean;
  readonly status: ScheduleStatus;
  readonly pause_reason: PauseReason | null;
  readonly next_from: string;
  readonly next_run_at: Date;
  readonly etag: string;
  readonly created_at: Date;
}

export interface DeliveryRow {
  readonly delivery_id: string;
  readonly period_from: string;
  readonly period_until: string;
  // Instants are text in JSON.
  readonly period_start: Date | string;
  readonly period_end: Date | string;
  readonly status: DeliveryStatus;
  readonly sent_at: Date | string | null;
  readonly mails_sent: number;
  readonly failure_code: FailureCode | null;
}

type ShownRow = ScheduleRow & { readonly last_delivery: DeliveryRow | null };

/** The party and the person whose schedules the caller may see (report-schedules 1.3). */
const seenBy = (auth: AuthContext) => [
  organisationOf(auth),
  ADMINISTRATORS.includes(auth.scope) ? null : auth.principal.id,
];

/** @param scheduleId null: all schedules that the caller may see */
export async function readShown(
  db: StoreReader,
  auth: AuthContext,
  scheduleId: string | null,
): Promise<ReportSchedule[]> {
  if (scheduleId !== null && !isGivenId(scheduleId)) throw notFound();
  const rows = await db.query<ShownRow>(SHOW_SCHEDULES, [...seenBy(auth), scheduleId]);
  if (scheduleId !== null && rows.length === 0) throw notFound();
  return rows.map(shown);
}

/** @throws 404 for a schedule that the caller cannot see */
export async function holdSchedule(
  db: StoreReader,
  auth: AuthContext,
  scheduleId: string,
): Promise<ScheduleRow> {
  const values = [...seenBy(auth), scheduleId];
  const [row] = isGivenId(scheduleId) ? await db.query<ScheduleRow>(HOLD_SCHEDULE, values) : [];
  if (!row) throw notFound();
  return row;
}

const shown = (row: ShownRow): ReportSchedule => ({
  schedule_id: row.schedule_id,
  name: row.name,
  report: row.report,
  project_ids: row.project_ids,
  frequency: row.frequency,
  send_at_local: row.send_at_local,
  timezone: row.timezone,
  recipients: row.recipients,
  skip_empty: row.skip_empty,
  status: row.status,
  pause_reason: row.pause_reason,
  owner_id: row.owner_id,
  next_run_at_utc: row.status === 'paused' ? null : row.next_run_at.toISOString(),
  last_delivery: row.last_delivery && deliveryOf(row.last_delivery),
  etag: row.etag,
  created_at_utc: row.created_at.toISOString(),
});

export const deliveryOf = (row: DeliveryRow): ReportDelivery => ({
  delivery_id: row.delivery_id,
  period_from: row.period_from,
  period_until: row.period_until,
  period_start_utc: new Date(row.period_start).toISOString(),
  period_end_utc: new Date(row.period_end).toISOString(),
  status: row.status,
  sent_at_utc: row.sent_at === null ? null : new Date(row.sent_at).toISOString(),
  mails_sent: row.mails_sent,
  failure_code: row.failure_code,
});
