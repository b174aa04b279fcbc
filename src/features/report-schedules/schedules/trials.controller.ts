import { Body, Param, Post, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { EmptyBody } from '../../../core/http/fields/empty.request.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { FOR_SCHEDULERS } from '../rules/callers.js';
import { ReportPreviews } from './previews.service.js';
import { ReportSamples } from './samples.service.js';
import { DraftPreviewRequest, PreviewRequest, ScheduleParams } from './schedules.request.js';
import { ReportPreview, ReportSampleResponse } from './schedules.response.js';

/** report-schedules section 4. */
@Routes('v1/portal/report-schedules', 'Report schedules')
export class ReportTrialsController {
  constructor(
    private readonly previews: ReportPreviews,
    private readonly samples: ReportSamples,
  ) {}

  @Post('preview')
  @Access({ ...FOR_SCHEDULERS, errors: [CATALOGUE.conflict], keyless: 'It changes nothing.' })
  @Operation('Shows the email that a schedule would send now, before it exists.')
  @Answers(ReportPreview)
  previewReport(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() request: DraftPreviewRequest,
  ): Promise<ReportPreview> {
    return this.previews.previewDraft(auth, request);
  }

  @Post(':schedule_id/preview')
  @Access({ ...FOR_SCHEDULERS, errors: [CATALOGUE.conflict], keyless: 'It changes nothing.' })
  @Operation(
    'Shows the email of a schedule about the last period that is over, as its owner sees it.',
    'If the owner no longer has access: 409.',
  )
  @Answers(ReportPreview)
  previewReportSchedule(
    @Auth() auth: AuthContext,
    @Param() { schedule_id: id }: ScheduleParams,
    @Query() _query: ClientChoice,
    @Body() { language }: PreviewRequest,
  ): Promise<ReportPreview> {
    return this.previews.preview(auth, id, language);
  }

  @Post(':schedule_id/sample')
  @Access({ ...FOR_SCHEDULERS, errors: [CATALOGUE.conflict, CATALOGUE.rateLimited] })
  @Idempotent()
  @Operation(
    'Sends the recipients of a schedule a sample by email, about the last period that is over.',
    'You may send 5 of a client in 600 seconds, and 3 go to the same recipients with the same frequency in 900 ' +
      'seconds; more is 429. Without a verified recipient, or an owner with access: 409.',
  )
  @Answers(ReportSampleResponse)
  requestReportSample(
    @Auth() auth: AuthContext,
    @Param() { schedule_id: id }: ScheduleParams,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
    @Reserved() reservation: Reservation | null,
  ): Promise<ReportSampleResponse> {
    return this.samples.sample(auth, id, reservation);
  }
}
