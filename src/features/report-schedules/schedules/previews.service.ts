import { Injectable } from '@nestjs/common';
import { organisationOf, type AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import { Notices } from '../../email-routing/lookup/notices.service.js';
import { contentOf, reportText } from '../lookup/report-content.policy.js';
import { ReportReader, type ReadReport } from '../lookup/report-reader.service.js';
import { ScheduleOwners } from '../lookup/schedule-owners.service.js';
import { lastClosed } from '../rules/periods.policy.js';
import type { DraftPreviewRequest, PreviewRequest } from './schedules.request.js';
import type { ReportPreview, ReportSchedule } from './schedules.response.js';
import { ReportSchedulesService } from './schedules.service.js';

/** Previews the mails of schedules (report-schedules 4.4). */
@Injectable()
export class ReportPreviews {
  constructor(
    private readonly schedules: ReportSchedulesService,
    private readonly owners: ScheduleOwners,
    private readonly reports: ReportReader,
    private readonly notices: Notices,
    private readonly clock: Clock,
  ) {}

  /** @throws 400 for a report or a project that the caller may not read */
  async previewDraft(auth: AuthContext, request: DraftPreviewRequest): Promise<ReportPreview> {
    await this.schedules.requireReadable(auth, request.report, request.project_ids);
    return this.shown(auth, await this.read(auth, request), request.language);
  }

  /** @throws 404, 409 without an owner who has access */
  async preview(
    auth: AuthContext,
    scheduleId: string,
    language: PreviewRequest['language'],
  ): Promise<ReportPreview> {
    return this.shown(
      auth,
      await this.readAsOwner(auth, await this.schedules.show(auth, scheduleId)),
      language,
    );
  }

  /** @throws 409 without an owner who has access */
  async readAsOwner(auth: AuthContext, schedule: ReportSchedule): Promise<ReadReport> {
    const owner = await this.owners.of(auth, { ...schedule, organisation_id: organisationOf(auth) });
    if (owner === null) throw conflict(WITHOUT_OWNER);
    return this.read(owner, schedule);
  }

  /** The last complete period. */
  private async read(auth: AuthContext, asked: Omit<DraftPreviewRequest, 'language'>): Promise<ReadReport> {
    const { frequency, timezone } = asked;
    const period = lastClosed({ frequency, timezone, sendAtLocal: '00:00' }, this.clock.now());
    const report = await this.reports.read(auth, { ...asked, period });
    if (report === null) throw conflict(WITHOUT_PROJECT);
    return report;
  }

  private shown(
    auth: AuthContext,
    { facts, isEmpty }: ReadReport,
    language: PreviewRequest['language'],
  ): ReportPreview {
    const content = contentOf(facts, language, false);
    return {
      ...this.notices.preview(auth, reportText(content), language),
      headline: content.headline,
      charts: content.charts.map(({ title, rows }) => ({ title, rows })),
      period_from: facts.period.from,
      period_until: facts.period.until,
      is_empty: isEmpty,
    };
  }
}

const WITHOUT_OWNER =
  'The owner of the schedule can no longer read its figures. Resume the schedule to become its owner.';
const WITHOUT_PROJECT = 'You can no longer see any of the projects in the report. Choose other projects.';
const conflict = (message: string): PlatformError => new PlatformError(CATALOGUE.conflict, { message });
