import { Body, Delete, Get, Headers, Param, Patch, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { withEtag } from '../../../core/http/etag/etag-headers.policy.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { EmptyBody } from '../../../core/http/fields/empty.request.js';
import { Answers, IfMatch, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { FOR_SCHEDULERS } from '../rules/callers.js';
import { ChangeScheduleRequest, CreateScheduleRequest, ScheduleParams } from './schedules.request.js';
import {
  DeletedScheduleResponse,
  ReportDeliveriesResponse,
  ReportSchedule,
  ReportSchedulesResponse,
} from './schedules.response.js';
import { ReportSchedulesService } from './schedules.service.js';

const HEADERS = {
  ETag: { description: 'The etag in double quotes, for If-Match.', schema: { type: 'string' as const } },
};

/** report-schedules section 1. */
@Routes('v1/portal/report-schedules', 'Report schedules')
export class ReportSchedulesController {
  constructor(private readonly schedules: ReportSchedulesService) {}

  @Get()
  @Access(FOR_SCHEDULERS)
  @Operation('Lists the report schedules of a client, and what a new one may name.')
  @Answers(ReportSchedulesResponse)
  listReportSchedules(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
  ): Promise<ReportSchedulesResponse> {
    return this.schedules.list(auth);
  }

  @Post()
  @Access({ ...FOR_SCHEDULERS, errors: [CATALOGUE.conflict] })
  @Idempotent()
  @Operation(
    'Sends a report by email after each day, week or month.',
    'It begins with the next period that ends or is due. You are its owner: it shows what you may see when it is ' +
      'sent. A recipient that is not a verified address of your party is 400 `validation_failed`, the 51st schedule of a ' +
      'client 409.',
  )
  @Answers(ReportSchedule, { headers: HEADERS })
  async createReportSchedule(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() request: CreateScheduleRequest,
    @Reserved() reservation: Reservation | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ReportSchedule> {
    return withEtag(response, await this.schedules.create(auth, request, reservation));
  }

  @Get(':schedule_id')
  @Access(FOR_SCHEDULERS)
  @Operation('Shows a report schedule.')
  @Answers(ReportSchedule, { headers: HEADERS })
  async getReportSchedule(
    @Auth() auth: AuthContext,
    @Param() { schedule_id: id }: ScheduleParams,
    @Query() _query: ClientChoice,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ReportSchedule> {
    return withEtag(response, await this.schedules.show(auth, id));
  }

  @Patch(':schedule_id')
  @Access({ ...FOR_SCHEDULERS, errors: [CATALOGUE.conflict, CATALOGUE.preconditionRequired] })
  @Idempotent()
  @Operation('Changes, pauses or resumes a report schedule; what is left out stays.')
  @IfMatch('The etag of the schedule that you read. Missing or *: 428; stale: 409.', { required: true })
  @Answers(ReportSchedule, { headers: HEADERS })
  async changeReportSchedule(
    @Auth() auth: AuthContext,
    @Param() { schedule_id: id }: ScheduleParams,
    @Query() _query: ClientChoice,
    @Body() request: ChangeScheduleRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Reserved() reservation: Reservation | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ReportSchedule> {
    return withEtag(response, await this.schedules.change(auth, id, request, ifMatch, reservation));
  }

  @Delete(':schedule_id')
  @Access(FOR_SCHEDULERS)
  @Idempotent()
  @Operation('Deletes a report schedule with its deliveries.')
  @Answers(DeletedScheduleResponse)
  deleteReportSchedule(
    @Auth() auth: AuthContext,
    @Param() { schedule_id: id }: ScheduleParams,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
    @Reserved() reservation: Reservation | null,
  ): Promise<DeletedScheduleResponse> {
    return this.schedules.delete(auth, id, reservation);
  }

  @Get(':schedule_id/deliveries')
  @Access(FOR_SCHEDULERS)
  @Operation('Lists the deliveries of a report schedule, one for each period, newest first.')
  @Answers(ReportDeliveriesResponse)
  listReportDeliveries(
    @Auth() auth: AuthContext,
    @Param() { schedule_id: id }: ScheduleParams,
    @Query() _query: ClientChoice,
  ): Promise<ReportDeliveriesResponse> {
    return this.schedules.deliveries(auth, id);
  }
}
