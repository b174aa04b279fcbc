import { Body, Get, Headers, Put, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { withEtag } from '../../../core/http/etag/etag-headers.policy.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { Answers, IfMatch, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { ANALYTICS_READERS } from '../../../core/shared/roles.js';
import { FOLLOW_UP_ADMINS } from '../rules/words.js';
import { FollowUpSettingsRequest } from './settings.request.js';
import { FollowUpSettingsResponse } from './settings.response.js';
import { FollowUpSettingsService } from './settings.service.js';

const HEADERS = {
  ETag: { description: 'The etag in double quotes, for If-Match.', schema: { type: 'string' as const } },
};

/** follow-up section 4. */
@Routes('v1/calls/follow-ups/settings', 'Follow-up')
export class FollowUpSettingsController {
  constructor(private readonly settings: FollowUpSettingsService) {}

  @Get()
  @Access({ scopes: ANALYTICS_READERS, client: 'query', surface: 'general' })
  @Operation('Shows which calls get a follow-up automatically.')
  @Answers(FollowUpSettingsResponse, { headers: HEADERS })
  async getFollowUpSettings(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FollowUpSettingsResponse> {
    return withEtag(response, await this.settings.show(auth));
  }

  @Put()
  @Access({
    scopes: FOLLOW_UP_ADMINS,
    client: 'query',
    surface: 'general',
    errors: [CATALOGUE.staleSettings, CATALOGUE.preconditionRequired],
  })
  @Idempotent({ effect: 'tenant', plainAnswer: true })
  @Operation(
    'Sets which calls get a follow-up automatically.',
    'It applies to calls that are reported from then on. Calls that have a follow-up keep it.',
  )
  @IfMatch(
    'The etag of the settings that were read, also of those that were never saved. Missing or *: 428; stale: 400 stale_settings.',
    { required: true },
  )
  @Answers(FollowUpSettingsResponse, { headers: HEADERS })
  async saveFollowUpSettings(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() request: FollowUpSettingsRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Reserved() reservation: Reservation | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FollowUpSettingsResponse> {
    return withEtag(response, await this.settings.save(auth, request, ifMatch, reservation));
  }
}
