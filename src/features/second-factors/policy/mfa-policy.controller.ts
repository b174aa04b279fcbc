import { Body, Get, Headers, Put, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import type { ProtectedAccess } from '../../../core/auth/access-rule.js';
import { StepUp } from '../../../core/auth/step-up.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { withEtag } from '../../../core/http/etag/etag-headers.policy.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { Answers, IfMatch, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { MfaPolicyRequest } from './mfa-policy.request.js';
import { MfaPolicyResponse } from './mfa-policy.response.js';
import { MfaPolicyService } from './mfa-policy.service.js';

const CUSTOMER: Omit<ProtectedAccess, 'kind'> = {
  scopes: ['client_admin'],
  credentials: 'bearer',
  client: 'query',
  surface: 'security',
};

const HEADERS = {
  ETag: { description: 'The etag in double quotes, for If-Match.', schema: { type: 'string' as const } },
};

/** second-factors section 3. */
@Routes('v1/security/mfa-policy', 'Second factors')
export class MfaPolicyController {
  constructor(private readonly policies: MfaPolicyService) {}

  @Get()
  @Access(CUSTOMER)
  @Operation('Shows when people of the client need a second factor.')
  @Answers(MfaPolicyResponse, { headers: HEADERS })
  async getMfaPolicy(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MfaPolicyResponse> {
    return withEtag(response, await this.policies.show(auth));
  }

  @Put()
  @Access({ ...CUSTOMER, errors: [CATALOGUE.staleSettings, CATALOGUE.preconditionRequired] })
  @StepUp('mfa_policy')
  @Idempotent()
  @Operation(
    'Replaces the policy on second factors.',
    'Takes effect within a second. Until a policy is saved, no factor is required. A change of a saved policy needs a step-up.',
  )
  @IfMatch('The etag of the policy that you read. Missing or *: 428; stale: 400 stale_settings.', {
    required: true,
  })
  @Answers(MfaPolicyResponse, { headers: HEADERS })
  async saveMfaPolicy(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() request: MfaPolicyRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Reserved() reservation: Reservation | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MfaPolicyResponse> {
    return withEtag(response, await this.policies.save(auth, request, ifMatch, reservation));
  }
}
