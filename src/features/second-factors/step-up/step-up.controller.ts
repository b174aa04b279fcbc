import { Body, HttpCode, Post, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import type { ProtectedAccess } from '../../../core/auth/access-rule.js';
import { WithoutSecondFactor } from '../../../core/auth/step-up.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { EmptyBody } from '../../../core/http/fields/empty.request.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { RateLimit } from '../../../core/rate-limit/rate-limit.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PORTAL_ERRORS } from '../../portal/portal.errors.js';
import { FIVE_A_MINUTE, FOR_PEOPLE } from '../rules/callers.js';
import { ConfirmStepUpRequest } from './step-up.request.js';
import { SteppedUpResponse, StepUpResponse } from './step-up.response.js';
import { StepUpService } from './step-up.service.js';

const STEP_UP: Omit<ProtectedAccess, 'kind'> = {
  ...FOR_PEOPLE,
  errors: [PORTAL_ERRORS.portalSessionRequired],
  // Connections ask for a step-up that may be older than a break-glass use lasts.
  duringBreakGlass: 'while_open',
  // Linking an account of the required directory may need a second factor, if the role does.
  whileShutOut: true,
};

/** second-factors section 4. */
@Routes('v1/portal/mfa/step-up', 'Second factors')
export class StepUpController {
  constructor(private readonly stepUps: StepUpService) {}

  @Post()
  @HttpCode(200)
  @Access({ ...STEP_UP, keyless: 'A repeated request returns a new challenge.' })
  @WithoutSecondFactor()
  @RateLimit(FIVE_A_MINUTE, { operation: 'mfa.step_up', givenBack: [404] })
  @Operation(
    'Starts a step-up, in which you confirm your identity again.',
    'Lists the ways that are open to you. Without a session of the portal it is 403.',
  )
  @Answers(StepUpResponse)
  beginStepUp(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
  ): Promise<StepUpResponse> {
    return this.stepUps.begin(auth);
  }

  @Post('confirm')
  @HttpCode(200)
  @Access({ ...STEP_UP, keyless: 'A proof counts once.' })
  @WithoutSecondFactor()
  @RateLimit(FIVE_A_MINUTE, { operation: 'mfa.step_up_confirm', givenBack: [404] })
  @Operation(
    'Completes a step-up with a proof of your identity.',
    'Counts for the minutes of the policy, in this session, within a second in every process. A wrong proof ' +
      'is 400 and counts towards the limit. Without a session of the portal it is 403.',
  )
  @Answers(SteppedUpResponse)
  async confirmStepUp(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() request: ConfirmStepUpRequest,
  ): Promise<SteppedUpResponse> {
    return { stepped_up_until_utc: (await this.stepUps.confirm(auth, request)).toISOString() };
  }
}
