import { Body, Param, Post, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { StepUp } from '../../../core/auth/step-up.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { EmptyBody } from '../../../core/http/fields/empty.request.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { APPROVERS, PEOPLE } from '../rules/callers.js';
import { UnlockParams } from '../rules/unlock-params.request.js';
import { UnlockSavedResponse } from '../rules/unlock.response.js';
import { UNLOCK_ERRORS } from '../unlocks.errors.js';
import { UnlockDecisions } from './decisions.service.js';

const { ownRequest, settled } = UNLOCK_ERRORS;

/** unlocks 2.2 to 2.4. */
@Routes('v1/calls/:call_id/pii-unlock-requests/:unlock_id', 'Unlocks')
export class UnlockDecisionsController {
  constructor(private readonly decisions: UnlockDecisions) {}

  @Post('approve')
  @Access({ ...APPROVERS, errors: [ownRequest, settled] })
  @StepUp('approve_unlock')
  @Idempotent({ effect: 'tenant', plainAnswer: true })
  @Operation(
    'Approves the request of another person.',
    'The person has 24 hours for a first look, and 15 minutes from it.',
  )
  @Answers(UnlockSavedResponse)
  approvePiiUnlock(
    @Auth() auth: AuthContext,
    @Param() { call_id: callId, unlock_id: unlockId }: UnlockParams,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
    @Reserved() reservation: Reservation | null,
  ): Promise<UnlockSavedResponse> {
    return this.decisions.decide(auth, { callId, unlockId }, 'approved', reservation);
  }

  @Post('deny')
  @Access({ ...APPROVERS, errors: [ownRequest, settled] })
  @Idempotent({ effect: 'tenant', plainAnswer: true })
  @Operation('Denies the request of another person.')
  @Answers(UnlockSavedResponse)
  denyPiiUnlock(
    @Auth() auth: AuthContext,
    @Param() { call_id: callId, unlock_id: unlockId }: UnlockParams,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
    @Reserved() reservation: Reservation | null,
  ): Promise<UnlockSavedResponse> {
    return this.decisions.decide(auth, { callId, unlockId }, 'denied', reservation);
  }

  @Post('end')
  @Access({ ...PEOPLE, errors: [settled] })
  @Idempotent({ effect: 'tenant', plainAnswer: true })
  @Operation(
    'Ends an unlock immediately, or withdraws a request.',
    'You can end your own; an administrator of the client can end any.',
  )
  @Answers(UnlockSavedResponse)
  endPiiUnlock(
    @Auth() auth: AuthContext,
    @Param() { call_id: callId, unlock_id: unlockId }: UnlockParams,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
    @Reserved() reservation: Reservation | null,
  ): Promise<UnlockSavedResponse> {
    return this.decisions.end(auth, { callId, unlockId }, reservation);
  }
}
