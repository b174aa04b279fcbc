import { ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { CATALOGUE } from '../errors/catalogue.js';
import { PlatformError } from '../errors/platform-error.js';
import type { PlatformRequest } from '../http/platform-request.js';
import { ACCESS_RULE } from './access.decorator.js';
import type { AccessRule } from './access-rule.js';
import { ApiKeyAuthenticator } from './api-key-authenticator.js';
import type { ApiKeyCaller } from './caller.js';

/**
 * First of the guards: notes what the route declares, and takes the API key where one is sent. A key wins over
 * a bearer token even when it is wrong: 401, no fall-back (access 1.2).
 */
@Injectable()
export class ApiKeyGuard extends AuthGuard('api-key') {
  constructor(
    private readonly reflector: Reflector,
    private readonly keys: ApiKeyAuthenticator,
  ) {
    super({ property: 'caller', session: false });
  }

  override canActivate(
    context: ExecutionContext,
  ): ReturnType<InstanceType<ReturnType<typeof AuthGuard>>['canActivate']> {
    const request = context.switchToHttp().getRequest<PlatformRequest>();
    request.accessRule = this.reflector.get<AccessRule>(ACCESS_RULE, context.getHandler());
    const text = request.headers['x-api-key'];
    if (request.accessRule.kind === 'public' || text === undefined) return true;
    const known = typeof text === 'string' ? this.keys.recall(text) : null;
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
