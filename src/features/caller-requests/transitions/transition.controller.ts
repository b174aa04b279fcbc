import { Body, Param, Post, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { CallerRequestParams } from '../rules/caller-request-id.request.js';
import { CallerRequestItem } from '../rules/caller-request.response.js';
import { STAFF } from '../rules/callers.js';
import { TransitionRequest } from './transition.request.js';
import { TransitionService } from './transition.service.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';

/** caller-requests section 5. */
@Routes('v1/compliance/caller-requests/:request_id/status-transitions', 'Caller requests')
export class TransitionController {
  constructor(private readonly transitions: TransitionService) {}

  @Post()
  @Access({ ...STAFF, errors: [CATALOGUE.conflict] })
  @Idempotent()
  @Operation(
    'Moves a request to another status, or records a processing result.',
    'A change that its status does not permit is 409 conflict, as is a stale revision.',
  )
  @Answers(CallerRequestItem)
  transitionCallerRequest(
    @Auth() auth: AuthContext,
    @Param() { request_id: requestId }: CallerRequestParams,
    @Query() _query: ClientChoice,
    @Body() request: TransitionRequest,
    @Reserved() reservation: Reservation | null,
  ): Promise<CallerRequestItem> {
    return this.transitions.move(auth, requestId, request, reservation);
  }
}
