import { Body, Get, Param, Post, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import type { ProtectedAccess } from '../../../core/auth/access-rule.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { EmptyBody } from '../../../core/http/fields/empty.request.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { ADMINISTRATORS, BreakGlassLimit } from '../rules/callers.js';
import { CloseUseRequest, OpenUseRequest, UseParams, UseQuery, UsesQuery } from './uses.request.js';
import { UseResponse } from '../rules/use.response.js';
import { UseReportResponse, UsesResponse } from './uses.response.js';
import { UsesService } from './uses.service.js';

const CHANGES: Omit<ProtectedAccess, 'kind'> = { ...ADMINISTRATORS, errors: [CATALOGUE.blocked] };

/** break-glass sections 3 and 4. */
@Routes('v1/security/break-glass', 'Break-glass')
export class UsesController {
  constructor(private readonly uses: UsesService) {}

  @Post('open')
  @Access({ ...CHANGES, duringBreakGlass: 'from_sign_in' })
  @Idempotent()
  @BreakGlassLimit()
  @Operation(
    'Opens a use for 60 minutes, within 5 minutes of the sign-in at /break-glass.',
    'Every administrator gets an email immediately. The session can then change connections, enforcement and ' +
      'people, and nothing else. A use cannot be extended. Any session other than that of /break-glass is 409.',
  )
  @Answers(UseResponse)
  openBreakGlass(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() { reason }: OpenUseRequest,
    @Reserved() reservation: Reservation | null,
  ): Promise<UseResponse> {
    return this.uses.open(auth, reason, reservation);
  }

  @Post('close')
  @Access({ ...CHANGES, duringBreakGlass: 'while_open' })
  @Idempotent()
  @BreakGlassLimit()
  @Operation(
    'Closes an open use: your own, or the one that you name.',
    'Its session ends within a second. A use that is not open is 409, and so is a request without use_id from ' +
      'any session other than that of /break-glass.',
  )
  @Answers(UseResponse)
  closeBreakGlass(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() { use_id: useId }: CloseUseRequest,
    @Reserved() reservation: Reservation | null,
  ): Promise<UseResponse> {
    return this.uses.close(auth, useId, reservation);
  }

  @Get('uses')
  @Access({ ...ADMINISTRATORS, duringBreakGlass: 'while_open' })
  @Operation('Lists the uses, latest first.')
  @Answers(UsesResponse)
  listBreakGlassUses(
    @Auth() auth: AuthContext,
    @Query() { page, page_size: size }: UsesQuery,
  ): Promise<UsesResponse> {
    return this.uses.list(auth, page, size);
  }

  @Get('uses/:use_id')
  @Access({ ...ADMINISTRATORS, duringBreakGlass: 'while_open' })
  @Operation('Shows a use with everything that was done and refused during it.')
  @Answers(UseReportResponse)
  getBreakGlassUse(
    @Auth() auth: AuthContext,
    @Param() { use_id: useId }: UseParams,
    @Query() { page, page_size: size }: UseQuery,
  ): Promise<UseReportResponse> {
    return this.uses.report(auth, useId, page, size);
  }

  @Post('uses/:use_id/confirm')
  @Access(CHANGES)
  @Idempotent()
  @BreakGlassLimit()
  @Operation(
    'Confirms a use that has ended, after reading what was done.',
    'Only an administrator other than the holder can confirm it. Until then an alert stays open.',
  )
  @Answers(UseResponse)
  confirmBreakGlassUse(
    @Auth() auth: AuthContext,
    @Param() { use_id: useId }: UseParams,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
    @Reserved() reservation: Reservation | null,
  ): Promise<UseResponse> {
    return this.uses.confirm(auth, useId, reservation);
  }
}
