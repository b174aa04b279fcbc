import { Body, Get, Headers, Put, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { INTERNAL_ROLES } from '../../../core/shared/roles.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { withEtag } from '../../../core/http/etag/etag-headers.policy.js';
import { Answers, IfMatch, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { PORTAL_CALLERS } from '../rules/callers.js';
import { BusinessHoursRequest } from './hours.request.js';
import { BusinessHoursResponse } from './hours.response.js';
import { BusinessHoursService } from './hours.service.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';

const HEADERS = {
  ETag: { description: 'The etag in double quotes, for If-Match.', schema: { type: 'string' as const } },
};

const { staleSettings, preconditionRequired } = CATALOGUE;

/** business-hours sections 1 to 3. */
@Routes('v1/portal/business-hours', 'Business hours')
export class BusinessHoursController {
  constructor(private readonly hours: BusinessHoursService) {}

  @Get()
  @Access(PORTAL_CALLERS)
  @Operation('Shows the opening hours of a client, and whether it is open now.')
  @Answers(BusinessHoursResponse, { headers: HEADERS })
  async getBusinessHours(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Res({ passthrough: true }) response: Response,
  ): Promise<BusinessHoursResponse> {
    return withEtag(response, await this.hours.show(auth));
  }

  @Put()
  @Access({
    ...PORTAL_CALLERS,
    scopes: ['client_admin', 'partner_admin', ...INTERNAL_ROLES],
    errors: [staleSettings, preconditionRequired],
  })
  @Idempotent()
  @Operation(
    'Replaces the opening hours of a client.',
    'An interval may cross midnight: it belongs to the day on which it opens. Projects with their own hours keep them.',
  )
  @IfMatch(
    'The etag of the hours that you read, even if they were never saved. Missing or *: 428; stale: 400 stale_settings.',
    { required: true },
  )
  @Answers(BusinessHoursResponse, { headers: HEADERS })
  async saveBusinessHours(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() { timezone, weekly, exceptions, holidays_of }: BusinessHoursRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Reserved() reservation: Reservation | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<BusinessHoursResponse> {
    return withEtag(
      response,
      await this.hours.save(auth, { timezone, weekly, exceptions, holidays_of }, ifMatch, reservation),
    );
  }
}
