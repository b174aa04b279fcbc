import { ExecutionContext, Injectable } from '@nestjs/common';
import { ThrottlerGuard } from '@nestjs/throttler';
import type { ThrottlerRequest } from '@nestjs/throttler';
import type { Response } from 'express';
import { CATALOGUE } from '../errors/catalogue.js';
import { PlatformError } from '../errors/platform-error.js';
import type { PlatformRequest } from '../http/platform-request.js';
import { RATE_WINDOWS, WINDOW_NAMES } from './rate-limit.decorator.js';
import type { RateWindows } from './rate-limit.decorator.js';
import { RateLimiter } from './rate-limiter.js';
import type { RollingWindowStorage } from './rolling-window.storage.js';

// One promise for all unlimited routes: the base class wants one.
const UNLIMITED = Promise.resolve(true);

/** Fifth of the guards: counts requests of routes that stand under @RateLimit, and of no others. */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  /** Says yes at once where nothing is limited; the base class goes through three promises to find that out. */
  override canActivate(context: ExecutionContext): Promise<boolean> {
    return this.windowsOf(context) === undefined ? UNLIMITED : super.canActivate(context);
  }

  /** Called once per window; the first call counts in all of them, so that a refusal uses up no slot. */
  protected override async handleRequest({ context, throttler }: ThrottlerRequest): Promise<boolean> {
    const windows = this.windowsOf(context) ?? {};
    if (throttler.name === WINDOW_NAMES.find((name) => windows[name])) await this.take(context, windows);
    return true;
  }

  private async take(context: ExecutionContext, windows: RateWindows): Promise<void> {
    const http = context.switchToHttp();
    const { auth, ip } = http.getRequest<PlatformRequest>();
    const operation = `${context.getClass().name}.${context.getHandler().name}`;
    const limiter = new RateLimiter(this.storageService as RollingWindowStorage);
    const anybody = [ip ?? ''];
    const { headers, retryAfterSeconds } = await (auth
      ? limiter.take(auth, operation, windows)
      : limiter.takeFor({ tenant: anybody, caller: anybody }, operation, windows));
    const response = http.getResponse<Response>();
    for (const [name, value] of headers) response.append(name, value);
    if (retryAfterSeconds > 0) throw new PlatformError(CATALOGUE.rateLimited, { retryAfterSeconds });
  }

  private windowsOf(context: ExecutionContext): RateWindows | undefined {
    return this.reflector.get<RateWindows | undefined>(RATE_WINDOWS, context.getHandler());
  }
}
