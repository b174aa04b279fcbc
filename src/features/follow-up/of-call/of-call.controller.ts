import { Body, Get, Headers, Param, Put, Query, Res } from '@nestjs/common';
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
import { FOLLOW_UP_ERRORS } from '../follow-up.errors.js';
import { FollowUpParams } from '../rules/follow-up-params.request.js';
import { FollowUpResponse } from '../rules/follow-up.response.js';
import { FOLLOW_UP_WRITERS } from '../rules/words.js';
import { FollowUpRequest } from './of-call.request.js';
import { FollowUpSavedResponse } from './of-call.response.js';
import { FollowUpService } from './of-call.service.js';

const HEADERS = {
  ETag: { description: 'The etag in double quotes, for If-Match.', schema: { type: 'string' as const } },
};

/** follow-up section 2. */
@Routes('v1/calls/:call_id/follow-up', 'Follow-up')
export class FollowUpController {
  constructor(private readonly followUps: FollowUpService) {}

  @Get()
  @Access({ scopes: ANALYTICS_READERS, client: 'query', surface: 'general' })
  @Operation('Shows the follow-up of a call: its status, owner, note and tags.')
  @Answers(FollowUpResponse, { headers: HEADERS })
  async getFollowUp(
    @Auth() auth: AuthContext,
    @Param() { call_id: callId }: FollowUpParams,
    @Query() _query: ClientChoice,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FollowUpResponse> {
    return withEtag(response, await this.followUps.show(auth, callId));
  }

  @Put()
  @Access({
    scopes: FOLLOW_UP_WRITERS,
    client: 'query',
    surface: 'general',
    errors: [
      CATALOGUE.conflict,
      CATALOGUE.preconditionRequired,
      FOLLOW_UP_ERRORS.noteWithheld,
      FOLLOW_UP_ERRORS.callErased,
    ],
  })
  @Idempotent({ effect: 'tenant', plainAnswer: true })
  @Operation(
    'Replaces the follow-up of a call.',
    'Note and tags are stored encrypted and erased with the data of the caller. The response does not repeat them.',
  )
  @IfMatch(
    'The etag of the follow-up that was read, also of one that was never saved. Missing or *: 428; stale: 409.',
    { required: true },
  )
  @Answers(FollowUpSavedResponse, { headers: HEADERS })
  async saveFollowUp(
    @Auth() auth: AuthContext,
    @Param() { call_id: callId }: FollowUpParams,
    @Query() _query: ClientChoice,
    @Body() request: FollowUpRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Reserved() reservation: Reservation | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FollowUpSavedResponse> {
    return withEtag(response, await this.followUps.save(auth, callId, { request, ifMatch, reservation }));
  }
}
