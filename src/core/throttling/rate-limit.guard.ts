import { hash } from 'node:crypto';
import { ExecutionContext, Injectable } from '@nestjs/common';
import { ThrottlerGuard } from '@nestjs/throttler';
import type { ThrottlerRequest } from '@nestjs/throttler';
import type { Response } from 'express';
import { CATALOGUE } from '../errors/catalogue.js';
import { PlatformError } from '../errors/platform-error.js';
import type { PlatformRequest } from '../http/platform-request.js';
import { RATE_WINDOWS, WINDOW_NAMES } from './rate-limit.decorator.js';
import type { RateWindows, WindowName } from './rate-limit.decorator.js';
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

  /** Called once per window; the first call counts in all of them, so that a refusal uses up nobody's slot. */
  protected override async handleRequest({ context, throttler }: ThrottlerRequest): Promise<boolean> {
    const windows = this.windowsOf(context) ?? {};
    const names = WINDOW_NAMES.filter((name) => windows[name]);
    if (throttler.name === names[0]) await this.takeSlots(context, windows, names);
    return true;
  }

  private async takeSlots(
    context: ExecutionContext,
    windows: RateWindows,
    names: readonly WindowName[],
  ): Promise<void> {
    const http = context.switchToHttp();
    const request = http.getRequest<PlatformRequest>();
    const response = http.getResponse<Response>();
    const wanted = names.map((name) => ({ ...windows[name]!, key: this.windowKey(context, request, name) }));
    const slots = await (this.storageService as RollingWindowStorage).takeAll(wanted);
    let retryAfterSeconds = 0;
    for (const [index, { isBlocked, remaining, resetSeconds }] of slots.entries()) {
      const { limit, seconds } = wanted[index]!;
      response.append('RateLimit-Policy', `"${names[index]}";q=${limit};w=${seconds}`);
      response.append('RateLimit', `"${names[index]}";r=${remaining};t=${resetSeconds}`);
      if (isBlocked) retryAfterSeconds = Math.max(retryAfterSeconds, resetSeconds);
    }
    if (retryAfterSeconds > 0) throw new PlatformError(CATALOGUE.rateLimited, { retryAfterSeconds });
  }

  private windowsOf(context: ExecutionContext): RateWindows | undefined {
    return this.reflector.get<RateWindows | undefined>(RATE_WINDOWS, context.getHandler());
  }

  /** Who is counted: the caller within the tenant, or the tenant alone. Stored as a hash. */
  private windowKey(context: ExecutionContext, request: PlatformRequest, name: WindowName): string {
    const operation = `${context.getClass().name}.${context.getHandler().name}`;
    const auth = request.auth;
    const subject = auth
      ? [auth.clientId, auth.dataEnv, ...(name === 'caller' ? [auth.principal.kind, auth.principal.id] : [])]
      : [request.ip ?? ''];
    return hash('sha256', JSON.stringify([operation, name, ...subject]), 'base64url');
  }
}
