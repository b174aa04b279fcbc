import { Injectable } from '@nestjs/common';
import {
  DecidesOnSecondFactors,
  type SecondFactorCheck,
  type StepUpAction,
} from '../../../core/auth/step-up.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import { asksForStepUp, isFactorDue, stepUpEnd, type MfaPolicy } from '../rules/step-up.policy.js';
import { stepUpRequired } from '../lookup/step-up-required.js';
import { MfaPolicies } from '../lookup/mfa-policies.service.js';

/** Answers the guard (second-factors sections 3 and 4). */
@DecidesOnSecondFactors()
@Injectable()
export class SecondFactorDecisions implements SecondFactorCheck {
  constructor(
    private readonly policies: MfaPolicies,
    private readonly clock: Clock,
  ) {}

  refusal(
    auth: AuthContext,
    action: StepUpAction | undefined,
    isWithoutFactor: boolean,
  ): PlatformError | null | Promise<PlatformError | null> {
    const policy = this.policies.of(auth);
    const decide = (it: MfaPolicy) => this.decide(it, auth, action, isWithoutFactor);
    return policy instanceof Promise ? policy.then(decide) : decide(policy);
  }

  private decide(
    policy: MfaPolicy,
    { principal, scope }: AuthContext,
    action: StepUpAction | undefined,
    isWithoutFactor: boolean,
  ): PlatformError | null {
    // A key cannot prove anything again.
    if (principal.kind !== 'bearer')
      return action !== undefined && asksForStepUp(policy, action) ? stepUpRequired(policy) : null;
    if (!isWithoutFactor && isFactorDue(policy, scope, principal))
      return new PlatformError(CATALOGUE.secondFactorRequired, {
        blockReason: 'second_factor_required',
        blockFacts: { kinds: policy.kinds },
      });
    if (action === undefined || !asksForStepUp(policy, action)) return null;
    return stepUpEnd(policy, principal, this.clock.now()) ? null : stepUpRequired(policy);
  }
}
