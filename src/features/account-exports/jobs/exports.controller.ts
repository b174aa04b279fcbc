import { Body, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiAcceptedResponse } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { StepUp } from '../../../core/auth/step-up.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import { RateLimit } from '../../../core/rate-limit/rate-limit.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { DAY_MS } from '../../../core/time/wall-clock.policy.js';
import { ACCOUNT_EXPORT_ERRORS } from '../account-exports.errors.js';
import { AccountExportResponse, AccountExportsResponse } from '../lookup/account-export.response.js';
import { FOR_CLIENT_ADMINS } from '../rules/callers.js';
import { AccountExportParams, StartAccountExportRequest } from '../rules/exports.request.js';
import { AccountExportsService } from './exports.service.js';

/** The contract's limits, for a person and for a client, both in one environment. */
const STARTED = {
  caller: { limit: 3, seconds: DAY_MS / 1000 },
  tenant: { limit: 10, seconds: DAY_MS / 1000 },
};

/** account-exports section 1. */
@Routes('v1/portal/account-exports', 'Account exports')
export class AccountExportsController {
  constructor(private readonly exports: AccountExportsService) {}

  @Get()
  @Access(FOR_CLIENT_ADMINS)
  @Operation('Lists the account exports of a client, and the sections from which one may choose.')
  @Answers(AccountExportsResponse)
  listAccountExports(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
  ): Promise<AccountExportsResponse> {
    return this.exports.list(auth);
  }

  @Post()
  @HttpCode(202)
  @Access({ ...FOR_CLIENT_ADMINS, errors: [ACCOUNT_EXPORT_ERRORS.rateLimited] })
  @StepUp('account_exports')
  @Idempotent()
  @RateLimit(STARTED, {
    operation: 'account-exports.start',
    within: 'environment',
    answer: ACCOUNT_EXPORT_ERRORS.rateLimited,
    givenBack: [400, 404, 409, 422, 503, 'replay'],
  })
  @Operation(
    'Starts an export of all data of a client and environment.',
    'A worker writes one ZIP file with the chosen sections, from one snapshot of each store. Read the export ' +
      'until its status is `ready`, then download it within 72 hours.',
  )
  @ApiAcceptedResponse({ type: AccountExportResponse })
  startAccountExport(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() request: StartAccountExportRequest,
    @Reserved() reservation: Reservation | null,
  ): Promise<AccountExportResponse> {
    return this.exports.start(auth, request, reservation);
  }

  @Get(':export_id')
  @Access(FOR_CLIENT_ADMINS)
  @Operation('Shows an account export and its progress.')
  @Answers(AccountExportResponse)
  getAccountExport(
    @Auth() auth: AuthContext,
    @Param() { export_id: exportId }: AccountExportParams,
    @Query() _query: ClientChoice,
  ): Promise<AccountExportResponse> {
    return this.exports.get(auth, exportId);
  }
}
