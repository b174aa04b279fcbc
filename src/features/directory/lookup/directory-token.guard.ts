import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { tokenOf } from '../../../core/auth/tokens/jwt.strategy.js';
import { RateLimiter, subjectsOf } from '../../../core/rate-limit/rate-limiter.js';
import { systemContext, type AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import type { PlatformRequest } from '../../../core/shared/platform-request.js';
import { isOnAllowlist } from '../../../core/tenancy/ip-allowlist.policy.js';
import { DirectoryTokens } from './directory-tokens.service.js';
import { actorOf } from './directory-actor.js';

/** The contract's limit of provisioning events for a client, in all processes together. */
const EVENTS = { tenant: { limit: 120, seconds: 60 } };

/**
 * Admits a directory by its token; everyone else gets 401, even with an API key or a person's token
 * (directory 2.5). Counts each request that changes something.
 */
@Injectable()
export class DirectoryTokenGuard implements CanActivate {
  constructor(
    private readonly tokens: DirectoryTokens,
    private readonly limiter: RateLimiter,
  ) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    const http = context.switchToHttp();
    const request = http.getRequest<PlatformRequest>();
    const text = tokenOf(request);
    const caller = text === null ? null : await this.tokens.find(text);
    if (!caller) throw new PlatformError(CATALOGUE.unauthorized);
    if (!isOnAllowlist(caller.allowlist, request.ip))
      throw new PlatformError(CATALOGUE.ipAllowlistRestricted);
    request.auth = systemContext(caller.tenant, actorOf(caller.tokenId));
    if (request.method !== 'GET') await this.count(request.auth, http.getResponse<Response>());
    return true;
  }

  private async count(auth: AuthContext, response: Response): Promise<void> {
    const state = await this.limiter.take(auth, subjectsOf(auth, 'client'), 'directory.events', EVENTS);
    for (const [name, value] of state.headers) response.append(name, value);
    const { retryAfterSeconds } = state;
    if (retryAfterSeconds > 0) throw new PlatformError(CATALOGUE.rateLimited, { retryAfterSeconds });
  }
}
