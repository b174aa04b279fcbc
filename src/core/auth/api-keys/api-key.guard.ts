import { ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { CATALOGUE } from '../../shared/catalogue.js';
import { PlatformError } from '../../shared/platform-error.js';
import type { PlatformRequest } from '../../shared/platform-request.js';
import { ACCESS_RULE } from '../access.decorator.js';
import type { AccessRule } from '../access-rule.js';
import { API_KEY_HEADER, ApiKeyStrategy } from './api-key.strategy.js';
import type { ApiKeyCaller } from '../caller.js';

declare module '../../shared/platform-request.js' {
  interface PlatformRequest {
    /**
     * A check that runs once the route is known, and again for long-lived responses. It may set the
     * request's credentials, and refuses by throwing.
     */
    admission?: () => void | Promise<void>;
  }
}

type Admitted = ReturnType<InstanceType<ReturnType<typeof AuthGuard>>['canActivate']>;

/**
 * The first guard: records the route's declaration and authenticates an API key. A wrong key is 401
 * even with a valid bearer token (access 1.2).
 */
@Injectable()
export class ApiKeyGuard extends AuthGuard('api-key') {
  constructor(
    private readonly reflector: Reflector,
    private readonly strategy: ApiKeyStrategy,
  ) {
    super({ property: 'caller', session: false });
  }

  override canActivate(context: ExecutionContext): Admitted {
    const request = context.switchToHttp().getRequest<PlatformRequest>();
    request.accessRule = this.reflector.get<AccessRule>(ACCESS_RULE, context.getHandler());
    const admission = request.admission?.();
    return admission
      ? admission.then(() => this.authenticate(context, request) as boolean | Promise<boolean>)
      : this.authenticate(context, request);
  }

  private authenticate(context: ExecutionContext, request: PlatformRequest): Admitted {
    if (request.accessRule?.kind === 'public' || request.headers[API_KEY_HEADER] === undefined) return true;
    const known = this.strategy.recall(request);
    if (!known) return super.canActivate(context);
    request.caller = known;
    return true;
  }

  override handleRequest<T = ApiKeyCaller>(error: unknown, caller: T | false | null | undefined): T {
    if (error instanceof Error) throw error;
    if (error || !caller) throw new PlatformError(CATALOGUE.unauthorized);
    return caller;
  }
}
