import { Body, Get, Headers, Put, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { StepUp } from '../../../core/auth/step-up.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { withEtag } from '../../../core/http/etag/etag-headers.policy.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { Answers, IfMatch, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { FOR_CLIENT_ADMINS, LimitedChange } from '../rules/callers.js';
import { EnforcementPreviewQuery, EnforcementRequest } from './enforcement.request.js';
import { EnforcementPreviewResponse, EnforcementResponse } from './enforcement.response.js';
import { EnforcementService } from './enforcement.service.js';

const { conflict, preconditionRequired, validationFailed } = CATALOGUE;
const HEADERS = {
  ETag: { description: 'The etag in double quotes, for If-Match.', schema: { type: 'string' as const } },
};

/** single-sign-on section 7. */
@Routes('v1/security/sso/enforcement', 'Single sign-on')
export class EnforcementController {
  constructor(private readonly enforcement: EnforcementService) {}

  @Get()
  @Access(FOR_CLIENT_ADMINS)
  @Operation('Shows whether people must sign in through a connection.')
  @Answers(EnforcementResponse, { headers: HEADERS })
  async getSsoEnforcement(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Res({ passthrough: true }) response: Response,
  ): Promise<EnforcementResponse> {
    return withEtag(response, await this.enforcement.show(auth));
  }

  @Put()
  @Access({ ...FOR_CLIENT_ADMINS, errors: [conflict, preconditionRequired, validationFailed] })
  @StepUp('connections')
  @Idempotent()
  @LimitedChange()
  @Operation(
    'Requires that people sign in through a connection, or ends that.',
    'It is 409 unless your own session came through the active connection in the last 10 minutes ' +
      '(`connection_not_proven`), two break-glass holders count as a way back (`no_way_back`), and no person is shut ' +
      'out, or `accept_exclusions` is how many (`people_excluded`). Sessions that signed in another way lose the client within a ' +
      'second. API keys work as before.',
  )
  @IfMatch('The etag of the enforcement that you read. Missing or *: 428; stale: 409.', { required: true })
  @Answers(EnforcementResponse, { headers: HEADERS })
  async saveSsoEnforcement(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() request: EnforcementRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Reserved() reservation: Reservation | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<EnforcementResponse> {
    return withEtag(response, await this.enforcement.save(auth, request, ifMatch, reservation));
  }

  @Get('preview')
  @Access({ ...FOR_CLIENT_ADMINS, errors: [validationFailed] })
  @Operation(
    'Lists the people who would be locked out if a connection were required, and counts the API keys.',
  )
  @Answers(EnforcementPreviewResponse)
  previewSsoEnforcement(
    @Auth() auth: AuthContext,
    @Query() query: EnforcementPreviewQuery,
  ): Promise<EnforcementPreviewResponse> {
    return this.enforcement.preview(auth, query);
  }
}
