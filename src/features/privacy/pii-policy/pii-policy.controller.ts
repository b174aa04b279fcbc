import { withEtag } from '../../../core/http/etag/etag-headers.policy.js';
import { Body, Get, Headers, Put, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, IfMatch, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { CUSTOMER, ETAG_HEADERS } from '../customer-access.js';
import { PiiPolicyRequest } from './pii-policy.request.js';
import { PiiPolicyResponse } from './pii-policy.response.js';
import { PiiPolicyService } from './pii-policy.service.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';

const { staleSettings, preconditionRequired, validationFailed } = CATALOGUE;

/** privacy section 2. */
@Routes('v1/privacy/pii-policy', 'Privacy')
export class PiiPolicyController {
  constructor(private readonly policies: PiiPolicyService) {}

  @Get()
  @Access(CUSTOMER)
  @Operation(
    "Shows which data of callers the tenant's roles may see.",
    'A tenant that has never saved a policy permits nothing and hides summaries.',
  )
  @Answers(PiiPolicyResponse, { headers: ETAG_HEADERS })
  async getPiiPolicy(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PiiPolicyResponse> {
    return withEtag(response, await this.policies.show(auth));
  }

  @Put()
  @Access({ ...CUSTOMER, errors: [validationFailed, staleSettings, preconditionRequired] })
  @Idempotent()
  @Operation(
    "Replaces which data of callers the tenant's roles may see.",
    'Omitted roles may see nothing. The policy applies from the next request. The published governance ' +
      'of a project may permit less for its own calls, never more.',
  )
  @IfMatch(
    'The etag of the policy that you read, even if it was never saved. Missing or *: 428; stale: 400 stale_settings.',
    { required: true },
  )
  @Answers(PiiPolicyResponse, { headers: ETAG_HEADERS })
  async savePiiPolicy(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() { strict_summaries, permissions, unlockable = {}, quotes_in_mails = false }: PiiPolicyRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Reserved() reservation: Reservation | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PiiPolicyResponse> {
    const policy = {
      strictSummaries: strict_summaries,
      permissions,
      unlockable,
      quotesInMails: quotes_in_mails,
    };
    return withEtag(response, await this.policies.save(auth, policy, ifMatch, reservation));
  }
}
