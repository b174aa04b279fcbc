import { hash } from 'node:crypto';
import { ExecutionContext, Injectable } from '@nestjs/common';
import { ThrottlerGuard } from '@nestjs/throttler';
import type { ThrottlerRequest } from '@nestjs/throttler';
import type { Response } from 'express';
import { CATALOGUE } from '../errors/catalogue.js';
import { PlatformError } from '../errors/platform-error.js';
import type { PlatformRequest } from '../http/platform-request.js';
import { RATE_WINDOWS } from './rate-limit.decorator.js';
import type { RateWindows } from './rate-limit.decorator.js';

/** Fifth of the guards: counts requests of routes that stand under @RateLimit, and of no others. */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  protected override shouldSkip(context: ExecutionContext): Promise<boolean> {
    return Promise.resolve(this.windowsOf(context) === undefined);
  }

  protected override async handleRequest(props: ThrottlerRequest): Promise<boolean> {
    const { context, limit, ttl } = props;
    const name = props.throttler.name as keyof RateWindows;
    if (!this.windowsOf(context)?.[name]) return true;
    const http = context.switchToHttp();
    const key = this.windowKey(context, http.getRequest<PlatformRequest>(), name);
    const slot = await this.storageService.increment(key, ttl, limit, ttl, name);
    const response = http.getResponse<Response>();
    const remaining = slot.isBlocked ? 0 : limit - slot.totalHits;
    response.append('RateLimit-Policy', `"${name}";q=${limit};w=${ttl / 1000}`);
    response.append('RateLimit', `"${name}";r=${remaining};t=${slot.timeToExpire}`);
    if (slot.isBlocked) {
      throw new PlatformError(CATALOGUE.rateLimited, { retryAfterSeconds: slot.timeToBlockExpire });
    }
    return true;
  }

  private windowsOf(context: ExecutionContext): RateWindows | undefined {
    return this.reflector.get<RateWindows | undefined>(RATE_WINDOWS, context.getHandler());
  }

  /** Who is counted: the caller within the tenant, or the tenant alone. Stored as a hash. */
  private windowKey(context: ExecutionContext, request: PlatformRequest, name: keyof RateWindows): string {
    const operation = `${context.getClass().name}.${context.getHandler().name}`;
    const auth = request.auth;
    const subject = auth
      ? [auth.clientId, auth.dataEnv, ...(name === 'caller' ? [auth.principal.kind, auth.principal.id] : [])]
      : [request.ip ?? ''];
    return hash('sha256', JSON.stringify([operation, name, ...subject]), 'base64url');
  }
}
