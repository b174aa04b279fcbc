import { Body, Get, Headers, Put, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { withEtag } from '../../../core/http/etag/etag-headers.policy.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { Answers, IfMatch, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { PORTAL_ROLES } from '../../../core/shared/roles.js';
import { KEYED } from '../rules/callers.js';
import { OutboundSettingsRequest } from './outbound-settings.request.js';
import { OutboundSettingsResponse } from './outbound-settings.response.js';
import { OutboundSettingsService } from './outbound-settings.service.js';

const HEADERS = {
  ETag: { description: 'The etag in double quotes, for If-Match.', schema: { type: 'string' as const } },
};

const { conflict, preconditionRequired } = CATALOGUE;

/** campaigns section 12. */
@Routes('v1/outbound-settings', 'Outbound campaigns')
export class OutboundSettingsController {
  constructor(private readonly settings: OutboundSettingsService) {}

  @Get()
  @Access({ scopes: PORTAL_ROLES, client: 'query', surface: 'general' })
  @Operation('Shows the settings for all outbound calls of a client.')
  @Answers(OutboundSettingsResponse, { headers: HEADERS })
  async getOutboundSettings(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Res({ passthrough: true }) response: Response,
  ): Promise<OutboundSettingsResponse> {
    return withEtag(response, await this.settings.show(auth));
  }

  @Put()
  @Access({
    scopes: ['client_admin', 'partner_admin'],
    client: 'query',
    surface: 'general',
    errors: [conflict, preconditionRequired],
  })
  @Idempotent(KEYED)
  @Operation(
    'Replaces the settings for all outbound calls of a client.',
    'The settings apply from the next evaluation of a contact; a contact that is already deferred keeps its time.',
  )
  @IfMatch(
    'The etag of the settings that you read, even if they were never saved. Missing or *: 428; stale: 409.',
    { required: true },
  )
  @Answers(OutboundSettingsResponse, { headers: HEADERS })
  async saveOutboundSettings(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() request: OutboundSettingsRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Reserved() reservation: Reservation | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<OutboundSettingsResponse> {
    return withEtag(response, await this.settings.save(auth, request, ifMatch, reservation));
  }
}
