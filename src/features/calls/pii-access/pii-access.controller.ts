import { Body, Param, Post, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CallIdParams } from '../lookup/call-id.request.js';
import { PiiAccessRequest } from './pii-access.request.js';
import { PiiAccessResponse } from './pii-access.response.js';
import { PiiAccessService } from './pii-access.service.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { ANALYTICS_READERS } from '../../../core/shared/roles.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';

/** privacy section 7. */
@Routes('v1/calls', 'Calls')
export class PiiAccessController {
  constructor(private readonly accesses: PiiAccessService) {}

  @Post(':call_id/audit-pii-access')
  @Access({ scopes: ANALYTICS_READERS, client: 'query', surface: 'general' })
  @Idempotent({ plainAnswer: true })
  @Operation(
    "Records in the audit trail that a person saw a caller's personal data.",
    'Each request makes one entry; a call out of scope is 404, which is recorded too.',
  )
  @Answers(PiiAccessResponse)
  recordPiiAccess(
    @Auth() auth: AuthContext,
    @Param() { call_id: callId }: CallIdParams,
    @Query() _query: ClientChoice,
    @Body() request: PiiAccessRequest,
    @Reserved() reservation: Reservation | null,
  ): Promise<PiiAccessResponse> {
    return this.accesses.record(auth, callId, request, reservation);
  }
}
