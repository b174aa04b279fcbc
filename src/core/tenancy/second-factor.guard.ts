import { type CanActivate, type ExecutionContext, Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, Reflector } from '@nestjs/core';
import {
  DecidesOnSecondFactors,
  STEP_UP_ACTION,
  WITHOUT_SECOND_FACTOR,
  type SecondFactorCheck,
  type StepUpAction,
} from '../auth/step-up.js';
import type { PlatformError } from '../shared/platform-error.js';
import type { PlatformRequest } from '../shared/platform-request.js';

/**
 * Asks people for a second factor where their client's policy or the route does (second-factors
 * sections 3 and 4). Comes after the guard that answers 404, and before limits are counted.
 */
@Injectable()
export class SecondFactorGuard implements CanActivate, OnModuleInit {
  private check: SecondFactorCheck | undefined;

  constructor(
    private readonly reflector: Reflector,
    private readonly discovery: DiscoveryService,
  ) {}

  onModuleInit(): void {
    const [found] = this.discovery.getProviders({ metadataKey: DecidesOnSecondFactors.KEY });
    this.check = found?.instance as SecondFactorCheck | undefined;
  }

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const { auth } = context.switchToHttp().getRequest<PlatformRequest>();
    if (!auth || !this.check) return true;
    const handler = context.getHandler();
    const action = this.reflector.get<StepUpAction | undefined>(STEP_UP_ACTION, handler);
    if (auth.principal.kind !== 'bearer' && action === undefined) return true;
    const isWithout = this.reflector.get<boolean | undefined>(WITHOUT_SECOND_FACTOR, handler) === true;
    const refusal = this.check.refusal(auth, action, isWithout);
    return refusal instanceof Promise ? refusal.then(admit) : admit(refusal);
  }
}

function admit(refusal: PlatformError | null): true {
  if (refusal) throw refusal;
  return true;
}
