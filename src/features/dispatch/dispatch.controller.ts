import { Body, Param, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access, Auth } from '../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../core/http/operation.decorator.js';
import { DEFAULT_BODY_LIMITS } from '../../core/auth/body-limits.js';
import type { ProtectedAccess } from '../../core/auth/access-rule.js';
import type { AuthContext } from '../../core/shared/auth-context.js';
import { CATALOGUE } from '../../core/shared/catalogue.js';
import { EmptyQuery } from '../../core/http/fields/empty.request.js';
import { DispatchParams, ReportRequest, ReportsRequest } from './reports/report.request.js';
import { CAMPAIGN_ERRORS } from '../campaigns/campaigns.errors.js';
import { ReportBatches } from './reports/report-batch.service.js';
import { ReportResponse, ReportsResponse } from './rules/report.response.js';
import { DispatchReports } from './reports/report.service.js';
import { TakeRequest } from './claims/take.request.js';
import { TakeResponse } from './rules/take.response.js';
import { WaitingClaims } from './claims/waiting-claims.service.js';

const RUNTIME: Omit<ProtectedAccess, 'kind'> = {
  scopes: ['runtime-ingest'],
  credentials: 'api_key',
  surface: 'general',
  internal: true,
};

/** The voice runtime claims contacts here, and reports their progress. */
@Routes('internal/v1/dispatches', 'Runtime')
export class DispatchController {
  constructor(
    private readonly claims: WaitingClaims,
    private readonly reports: DispatchReports,
    private readonly batches: ReportBatches,
  ) {}

  @Post('take')
  @Access({
    ...RUNTIME,
    errors: [CATALOGUE.rateLimited],
    keyless: 'An unconfirmed lease expires, and its contact is leased again.',
  })
  @Operation(
    'Leases the next contacts to the runtime.',
    'Each lease is an attempt: without a report before `lease_expires_at_utc` it has failed. 429 means ' +
      'that calls are due but all slots for calls are in use.',
  )
  @Answers(TakeResponse)
  async takeDispatches(
    @Auth() auth: AuthContext,
    @Query() _query: EmptyQuery,
    @Body() request: TakeRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TakeResponse> {
    const gone = new AbortController();
    // A client that disconnected before this line emits no second `close`.
    if (response.closed) gone.abort();
    else response.once('close', () => gone.abort());
    return { leases: await this.claims.claim(auth, request, gone.signal) };
  }

  @Post('reports')
  @Access({
    ...RUNTIME,
    body: { ...DEFAULT_BODY_LIMITS, batch: 'reports' },
    keyless: 'A report counts once, by its dispatch and state.',
  })
  @Operation(
    'Reports the progress of many dispatches.',
    'Each report is answered as if sent alone, in the order of the request; a refused report affects no ' +
      'other. After 503, repeat all of them.',
  )
  @Answers(ReportsResponse)
  recordDispatchReports(
    @Auth() auth: AuthContext,
    @Query() _query: EmptyQuery,
    @Body() request: ReportsRequest,
  ): Promise<ReportsResponse> {
    return this.batches.report(auth, request);
  }

  @Post(':dispatch_id/reports')
  @Access({
    ...RUNTIME,
    errors: [CAMPAIGN_ERRORS.callIdTaken],
    keyless: 'A report counts once, by its dispatch and state.',
  })
  @Operation(
    'Reports the progress of a dispatch.',
    'Repeating a report changes nothing. Each accepted report extends the lease. A call that another ' +
      'dispatch has reported is 409 call_id_taken.',
  )
  @Answers(ReportResponse)
  recordDispatchReport(
    @Auth() auth: AuthContext,
    @Param() { dispatch_id: dispatchId }: DispatchParams,
    @Query() _query: EmptyQuery,
    @Body() report: ReportRequest,
  ): Promise<ReportResponse> {
    return this.reports.report(auth, dispatchId, report);
  }
}
