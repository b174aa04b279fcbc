import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import { DiscoveryService } from '@nestjs/core';
import type { AuthContext } from '../shared/auth-context.js';
import type { PlatformError } from '../shared/platform-error.js';

/** Actions that ask for a step-up if the client's policy says so (second-factors 4.1). */
export const CHOSEN_STEP_UPS = [
  'unmask_recipients',
  'approve_unlock',
  'api_keys',
  'account_exports',
] as const;
export type ChosenStepUp = (typeof CHOSEN_STEP_UPS)[number];

/** Actions that always ask for one: they decide who has access (second-factors 4.2). */
export type StepUpAction =
  ChosenStepUp | 'connections' | 'directory' | 'holders' | 'mfa_policy' | 'mfa_resets' | 'scim_tokens';

/** The extension that names a route's action in the OpenAPI document. */
export const STEP_UP_EXTENSION = 'x-step-up';

export const STEP_UP_ACTION = 'step-up:action';

/** Marks a route that asks its caller for a step-up. */
export const StepUp = (action: StepUpAction): MethodDecorator =>
  applyDecorators(SetMetadata(STEP_UP_ACTION, action), ApiExtension(STEP_UP_EXTENSION, action));

export const WITHOUT_SECOND_FACTOR = 'step-up:without';

/** Marks a route with which a person whose role needs a second factor gets and uses one. */
export const WithoutSecondFactor = (): MethodDecorator => SetMetadata(WITHOUT_SECOND_FACTOR, true);

/** Decides on second factors; one provider, marked with @DecidesOnSecondFactors. */
export interface SecondFactorCheck {
  /**
   * Why a person may not do this yet; null if they may. Synchronous while the policy is known.
   * @param action of the route, if it has one
   * @throws 503 when the metadata store cannot be reached
   */
  refusal(
    auth: AuthContext,
    action: StepUpAction | undefined,
    isWithoutFactor: boolean,
  ): PlatformError | null | Promise<PlatformError | null>;
}

export const DecidesOnSecondFactors = DiscoveryService.createDecorator();
