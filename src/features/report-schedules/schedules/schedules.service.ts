import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { quotedEtag } from '../../../core/http/etag/etag-headers.policy.js';
import { newEtag } from '../../../core/http/etag/new-etag.js';
import { requireRead } from '../../../core/http/etag/require-read.js';
import { organisationOf, type AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { PlatformError, validationFailed } from '../../../core/shared/platform-error.js';
import { ProjectVisibility } from '../../../core/tenancy/project-visibility.service.js';
import { Clock } from '../../../core/time/clock.js';
import { MailRecipients } from '../../email-routing/lookup/mail-recipients.service.js';
import { ScheduleOwners } from '../lookup/schedule-owners.service.js';
import { REPORT_ACTIONS } from '../report-schedules.audit.js';
import { nextPeriod, periodFrom, type Period } from '../rules/periods.policy.js';
import { mayRead, MOST_SCHEDULES, reportsFor, type ReportName } from '../rules/report-words.js';
import { deliveryOf, holdSchedule, readShown, type DeliveryRow, type ScheduleRow } from './schedule-rows.js';
import {
  ADD_SCHEDULE,
  CHANGE_SCHEDULE,
  COUNT_SCHEDULES,
  DELETE_SCHEDULE,
  LIST_DELIVERIES,
  TAKE_SCHEDULES_TURN,
} from './schedules.queries.js';
import type { ChangeScheduleRequest, CreateScheduleRequest } from './schedules.request.js';
import type {
  DeletedScheduleResponse,
  ReportDeliveriesResponse,
  ReportSchedule,
  ReportSchedulesResponse,
} from './schedules.response.js';

/** The schedules of a client's reports (report-schedules section 1). */
@Injectable()
export class ReportSchedulesService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly recipients: MailRecipients,
    private readonly projects: ProjectVisibility,
    private readonly owners: ScheduleOwners,
    private readonly clock: Clock,
  ) {}

  async list(auth: AuthContext): Promise<ReportSchedulesResponse> {
    return {
      items: await this.metadata.read(auth, (db) => readShown(db, auth, null)),
      reports: reportsFor(auth.scope),
      recipients: await this.recipients.choice(auth, organisationOf(auth)),
    };
  }

  /** @throws 404 */
  async show(auth: AuthContext, scheduleId: string): Promise<ReportSchedule> {
    const [found] = await this.metadata.read(auth, (db) => readShown(db, auth, scheduleId));
    return found!;
  }

  /** @throws 404 */
  async deliveries(auth: AuthContext, scheduleId: string): Promise<ReportDeliveriesResponse> {
    return this.metadata.read(auth, async (db) => {
      await readShown(db, auth, scheduleId);
      const rows = await db.query<DeliveryRow>(LIST_DELIVERIES, [scheduleId]);
      return { items: rows.map(deliveryOf) };
    });
  }

  /**
   * @throws 400 for a report, a project or an address that the caller may not use, 409 for the 51st
   *   schedule
   */
  async create(
    auth: AuthContext,
    request: CreateScheduleRequest,
    reservation: Reservation | null,
  ): Promise<ReportSchedule> {
    await this.requireReadable(auth, request.report, request.project_ids);
    return this.metadata.transaction(auth, async (tx) => {
      await tx.query(TAKE_SCHEDULES_TURN);
      const [count] = await tx.query<{ schedules: number }>(COUNT_SCHEDULES);
      if (count!.schedules >= MOST_SCHEDULES) throw new PlatformError(CATALOGUE.conflict, { message: FULL });
      await this.requireRecipients(tx, organisationOf(auth), request.recipients);
      const id = randomUUID();
      const now = this.clock.now();
      const { send_at_local: sendAtLocal, ...asked } = request;
      const next = nextPeriod({ ...asked, sendAtLocal }, now);
      await tx.query(ADD_SCHEDULE, [
        id,
        auth.principal.id,
        organisationOf(auth),
        asked.name,
        asked.report,
        asked.project_ids,
        asked.frequency,
        sendAtLocal,
        asked.timezone,
        asked.recipients,
        asked.skip_empty,
        next.from,
        next.sendAt,
        newEtag(),
        now,
      ]);
      await tx.auditDone(REPORT_ACTIONS.created, { schedule_id: id, report: asked.report });
      return this.changed(tx, auth, id, reservation);
    });
  }

  /** @throws as `create`; 404, 428 without If-Match, 409 for a stale one */
  async change(
    auth: AuthContext,
    scheduleId: string,
    request: ChangeScheduleRequest,
    ifMatch: string | undefined,
    reservation: Reservation | null,
  ): Promise<ReportSchedule> {
    return this.metadata.transaction(auth, async (tx) => {
      const before = await holdSchedule(tx, auth, scheduleId);
      requireRead('schedule', before.etag, ifMatch);
      const { status, ...asked } = request;
      const after = { ...before, ...asked };
      if (asked.report !== undefined || asked.project_ids !== undefined)
        await this.requireReadable(auth, after.report, after.project_ids);
      if (asked.recipients) await this.requireRecipients(tx, before.organisation_id, asked.recipients);
      const now = this.clock.now();
      const owner = status === 'active' ? await this.ownerAfter(auth, before) : before.owner_id;
      const next = periodToReport(before, after, status, now);
      const isPaused = status === undefined ? before.status === 'paused' : status === 'paused';
      await tx.query(CHANGE_SCHEDULE, [
        scheduleId,
        owner,
        after.name,
        after.report,
        after.project_ids,
        after.frequency,
        after.send_at_local,
        after.timezone,
        after.recipients,
        after.skip_empty,
        status ?? before.status,
        isPaused ? (before.pause_reason ?? 'asked') : null,
        next.from,
        next.sendAt,
        newEtag(),
        now,
      ]);
      await tx.auditDone(REPORT_ACTIONS.changed, {
        schedule_id: scheduleId,
        fields: Object.keys(request).toSorted().join(','),
      });
      return this.changed(tx, auth, scheduleId, reservation);
    });
  }

  /** @throws 404 */
  delete(
    auth: AuthContext,
    scheduleId: string,
    reservation: Reservation | null,
  ): Promise<DeletedScheduleResponse> {
    return this.metadata.transaction(auth, async (tx) => {
      await holdSchedule(tx, auth, scheduleId);
      await tx.query(DELETE_SCHEDULE, [scheduleId]);
      await tx.auditDone(REPORT_ACTIONS.deleted, { schedule_id: scheduleId });
      return tx.complete(reservation, { schedule_id: scheduleId, deleted: true as const });
    });
  }

  /**
   * @throws 400 for a report that the role may not read, or a project that the caller cannot see
   */
  async requireReadable(auth: AuthContext, report: ReportName, projectIds: readonly string[]): Promise<void> {
    if (!mayRead(auth.scope, report))
      throw invalid(
        ['report'],
        `must be a report that your role may read: ${reportsFor(auth.scope).join(', ')}`,
      );
    if (report === 'outcomes' && projectIds.length === 0)
      throw invalid(['project_ids'], 'must name a project for the report outcomes');
    for (const [at, id] of projectIds.entries())
      if (!(await this.projects.isVisible(auth, id)))
        throw invalid(['project_ids', at], 'must be a project that you can see');
  }

  private async requireRecipients(
    tx: UnitOfWork,
    organisation: string | null,
    recipients: readonly string[],
  ): Promise<void> {
    const verified = await this.recipients.ids(tx, organisation);
    const at = recipients.findIndex((id) => !verified.has(id));
    if (at >= 0) throw invalid(['recipients', at], 'must be an address that its owner has confirmed');
  }

  /** The person who resumes a schedule becomes its owner if the owner lost access (report-schedules 3.3). */
  private async ownerAfter(auth: AuthContext, before: ScheduleRow): Promise<string> {
    const owner = await this.owners.of(auth, before);
    return owner === null ? auth.principal.id : before.owner_id;
  }

  private async changed(
    tx: UnitOfWork,
    auth: AuthContext,
    scheduleId: string,
    reservation: Reservation | null,
  ): Promise<ReportSchedule> {
    const [shown] = await readShown(tx, auth, scheduleId);
    return tx.complete(reservation, shown!, { ETag: quotedEtag(shown!.etag) });
  }
}

/**
 * A change of the time or the zone moves the sending of the next period; a resumed schedule starts
 * over (report-schedules 2.4).
 */
function periodToReport(
  before: ScheduleRow,
  after: ScheduleRow,
  status: string | undefined,
  now: Date,
): Period {
  const { frequency, timezone, send_at_local: sendAtLocal } = after;
  const terms = { frequency, timezone, sendAtLocal };
  const isNew = frequency !== before.frequency || (status === 'active' && before.status === 'paused');
  return isNew ? nextPeriod(terms, now) : periodFrom(terms, before.next_from);
}

const FULL = `The client has ${MOST_SCHEDULES} report schedules, which is the limit. Delete one.`;

const invalid = (loc: readonly (string | number)[], message: string): PlatformError =>
  validationFailed({ loc: ['body', ...loc], message, type: 'schedule_invalid' });
