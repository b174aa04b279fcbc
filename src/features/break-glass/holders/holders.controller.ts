import { Body, Get, Headers, Post, Put, Query, Res } from '@nestjs/common';
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
import { ADMINISTRATORS, BreakGlassLimit } from '../rules/callers.js';
import { SignedChallengeRequest } from '../lookup/signed-challenge.request.js';
import { HoldersRequest } from './holders.request.js';
import { HoldersResponse } from './holders.response.js';
import { HoldersService } from './holders.service.js';

const HEADERS = {
  ETag: { description: 'The etag in double quotes, for If-Match.', schema: { type: 'string' as const } },
};

/** break-glass section 2. */
@Routes('v1/security/break-glass/holders', 'Break-glass')
export class HoldersController {
  constructor(private readonly holders: HoldersService) {}

  @Get()
  @Access(ADMINISTRATORS)
  @Operation('Lists the people who may sign in without a directory.')
  @Answers(HoldersResponse, { headers: HEADERS })
  async listBreakGlassHolders(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Res({ passthrough: true }) response: Response,
  ): Promise<HoldersResponse> {
    return withEtag(response, await this.holders.show(auth));
  }

  @Put()
  @StepUp('holders')
  @Access({
    ...ADMINISTRATORS,
    errors: [CATALOGUE.blocked, CATALOGUE.staleSettings, CATALOGUE.preconditionRequired],
  })
  @Idempotent()
  @BreakGlassLimit()
  @Operation(
    'Replaces the break-glass holders: 2 to 5 active administrators.',
    'A holder who stays keeps the proof of the passkey. At least two holders must have proved theirs ' +
      'before single sign-on can be required. Without a step-up it is 403.',
  )
  @IfMatch('The etag of the holders that you read, even if there were none. Missing or *: 428; stale: 400.', {
    required: true,
  })
  @Answers(HoldersResponse, { headers: HEADERS })
  async saveBreakGlassHolders(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() { user_ids: userIds }: HoldersRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Reserved() reservation: Reservation | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<HoldersResponse> {
    return withEtag(response, await this.holders.save(auth, userIds, ifMatch, reservation));
  }

  @Post('me/prove')
  @Access({ ...ADMINISTRATORS, errors: [CATALOGUE.blocked] })
  @Idempotent()
  @BreakGlassLimit()
  @Operation(
    'Proves that the passkey of the caller, who is a holder, works without a directory.',
    'The challenge comes from POST /v1/portal/break-glass/challenge. A proof counts for 30 days. Without a signature ' +
      'of a passkey of your own it is 400.',
  )
  @Answers(HoldersResponse)
  proveBreakGlassKey(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() signed: SignedChallengeRequest,
    @Reserved() reservation: Reservation | null,
  ): Promise<HoldersResponse> {
    return this.holders.prove(auth, signed, reservation);
  }
}
