import { Injectable } from '@nestjs/common';
import {
  DecidesOnSecondFactors,
  type SecondFactorCheck,
  type StepUpAction,
} from '../../../core/auth/step-up.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import {
  askedForStepUp,
  isFactorDue,
  policyFor,
  stepUpEnd,
  type MfaPolicy,
} from '../rules/step-up.policy.js';
import { stepUpRequired } from '../lookup/step-up-required.js';
import { factorsOf } from '../lookup/factor-rows.js';
import { MfaPolicies } from '../lookup/mfa-policies.service.js';

/** Answers the guard (second-factors sections 3 and 4). */
@DecidesOnSecondFactors()
@Injectable()
export class SecondFactorDecisions implements SecondFactorCheck {
  constructor(
    private readonly policies: MfaPolicies,
    private readonly metadata: MetadataStore,
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
    saved: MfaPolicy,
    auth: AuthContext,
    action: StepUpAction | undefined,
    isWithoutFactor: boolean,
  ): PlatformError | null | Promise<PlatformError | null> {
    const { principal, scope } = auth;
    const asked = action === undefined ? 'nobody' : askedForStepUp(saved, action);
    // A key cannot give a proof.
    if (principal.kind !== 'bearer') return asked === 'nobody' ? null : stepUpRequired(saved);
    const policy = policyFor(saved, principal);
    if (!isWithoutFactor && isFactorDue(policy, scope, principal))
      return new PlatformError(CATALOGUE.secondFactorRequired, {
        blockReason: 'second_factor_required',
        blockFacts: { kinds: policy.kinds },
      });
    if (asked === 'nobody' || stepUpEnd(policy, principal, this.clock.now())) return null;
    if (asked === 'everybody') return stepUpRequired(policy);
    return this.hasFactor(auth).then((has) => (has ? stepUpRequired(policy) : null));
  }

  private async hasFactor(auth: AuthContext): Promise<boolean> {
    const { id } = auth.principal;
    const factors = await this.metadata.read(auth, (db) => factorsOf(db, id, this.clock.now()));
    return factors.some((it) => it.confirmed_at !== null);
  }
}
