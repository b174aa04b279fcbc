import { Body, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Operation, Routes } from '../../../core/http/operation.decorator.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { CALLER_REQUEST_ERRORS } from '../caller-requests.errors.js';
import { CallerRequestItem } from '../rules/caller-request.response.js';
import { MAKERS } from '../rules/callers.js';
import { CreateCallerRequest } from './create.request.js';
import { CreateCallerRequestService } from './create.service.js';

/** caller-requests section 4. */
@Routes('v1/compliance/caller-requests', 'Caller requests')
export class CreateCallerRequestController {
  constructor(private readonly requests: CreateCallerRequestService) {}

  @Post()
  @Access({ ...MAKERS, errors: [CALLER_REQUEST_ERRORS.hmacUnavailable] })
  @Idempotent({ operation: 'caller_requests.create' })
  @Operation(
    "Records a caller's request about their own data.",
    'With an idempotency key, a request is stored once, however often it is sent. Without a key, every ' +
      'request is stored.',
  )
  @ApiCreatedResponse({ type: CallerRequestItem })
  createCallerRequest(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() request: CreateCallerRequest,
    @Reserved() reservation: Reservation | null,
  ): Promise<CallerRequestItem> {
    return this.requests.create(auth, request, reservation);
  }
}
