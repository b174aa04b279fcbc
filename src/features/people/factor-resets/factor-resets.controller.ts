import { Body, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { StepUp } from '../../../core/auth/step-up.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { EmptyBody } from '../../../core/http/fields/empty.request.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { RateLimit } from '../../../core/rate-limit/rate-limit.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { OF_ADMINISTRATORS } from '../rules/callers.js';
import { PersonParams } from '../rules/person.request.js';
import { PersonFactorResets } from './factor-resets.service.js';

/** How many factors a reset removed. */
export class FactorsResetResponse {
  @ApiProperty({ type: 'integer', example: 1 }) factors_removed!: number;
}

/** For people who lost their second factor (second-factors section 6). */
@Routes('v1/portal/people', 'People')
export class FactorResetsController {
  constructor(private readonly resets: PersonFactorResets) {}

  @Post(':user_id/mfa-reset')
  @HttpCode(200)
  @Access({
    // Not in a break-glass session, which could otherwise remove the passkeys of the other holders.
    ...OF_ADMINISTRATORS,
    errors: [CATALOGUE.blocked],
    keyless: 'A repeated request finds nothing to remove.',
  })
  @StepUp('mfa_resets')
  @RateLimit({ caller: { limit: 5, seconds: 60 } }, { operation: 'mfa.reset', givenBack: [404] })
  @Operation(
    "Removes a person's second factors and recovery codes, and ends their sessions.",
    'By another administrator: your own account is 409 with block_reason own_account, and a person with a ' +
      'role for another client role_elsewhere. A break-glass holder whose passkey is needed as a way back while ' +
      'single sign-on is required is no_way_back.',
  )
  @Answers(FactorsResetResponse)
  async resetPersonFactors(
    @Auth() auth: AuthContext,
    @Param() { user_id: userId }: PersonParams,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
  ): Promise<FactorsResetResponse> {
    return { factors_removed: await this.resets.reset(auth, userId) };
  }
}
