import { Body, Get, Param, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import { RateLimit } from '../../../core/rate-limit/rate-limit.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PEOPLE } from '../rules/callers.js';
import { UnlockParams, UnlocksOfCallParams } from '../rules/unlock-params.request.js';
import { UnlockResponse, UnlockSavedResponse } from '../rules/unlock.response.js';
import { UNLOCK_ERRORS } from '../unlocks.errors.js';
import { UnlockRequest } from './requests.request.js';
import { UnlocksOfCallResponse } from './requests.response.js';
import { UnlockRequests } from './requests.service.js';

/** unlocks sections 1 and 2. */
@Routes('v1/calls/:call_id/pii-unlock-requests', 'Unlocks')
export class UnlockRequestsController {
  constructor(private readonly unlocks: UnlockRequests) {}

  @Post()
  @Access({ ...PEOPLE, errors: [UNLOCK_ERRORS.open, UNLOCK_ERRORS.callErased] })
  @RateLimit({ caller: { limit: 10, seconds: 900 } }, { within: 'call' })
  @Idempotent({ effect: 'tenant', plainAnswer: true })
  @Operation(
    'Asks to see personal data of one call that your role may not see.',
    'An administrator of the client decides. The response does not repeat the note. A kind that ' +
      'the PII policy does not let you unlock, or that you see anyway, is 422.',
  )
  @ApiCreatedResponse({ type: UnlockSavedResponse })
  requestPiiUnlock(
    @Auth() auth: AuthContext,
    @Param() { call_id: callId }: UnlocksOfCallParams,
    @Query() _query: ClientChoice,
    @Body() request: UnlockRequest,
    @Reserved() reservation: Reservation | null,
  ): Promise<UnlockSavedResponse> {
    return this.unlocks.ask(auth, callId, request, reservation);
  }

  @Get()
  @Access(PEOPLE)
  @Operation('Lists your unlocks of a call; administrators of the client see those of all people.')
  @Answers(UnlocksOfCallResponse)
  listPiiUnlocksOfCall(
    @Auth() auth: AuthContext,
    @Param() { call_id: callId }: UnlocksOfCallParams,
    @Query() _query: ClientChoice,
  ): Promise<UnlocksOfCallResponse> {
    return this.unlocks.list(auth, callId);
  }

  @Get(':unlock_id')
  @Access(PEOPLE)
  @Operation('Shows one unlock of a call: your own, or any if you are an administrator of the client.')
  @Answers(UnlockResponse)
  getPiiUnlock(
    @Auth() auth: AuthContext,
    @Param() { call_id: callId, unlock_id: unlockId }: UnlockParams,
    @Query() _query: ClientChoice,
  ): Promise<UnlockResponse> {
    return this.unlocks.show(auth, callId, unlockId);
  }
}
