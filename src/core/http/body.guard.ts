import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { BODY_LIMITS } from './body-limits.js';
import type { BodyLimits } from './body-limits.js';
import type { PlatformRequest } from './platform-request.js';
import { RequestBody } from './request-body.js';

const BODILESS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Last of the guards: reads the body, so that 401, 404 and 429 come before whatever is wrong with it. */
@Injectable()
export class BodyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly body: RequestBody,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<PlatformRequest>();
    if (BODILESS.has(request.method)) return true;
    return this.readBody(context, request);
  }

  private async readBody(context: ExecutionContext, request: PlatformRequest): Promise<boolean> {
    const limits = this.reflector.get<BodyLimits | undefined>(BODY_LIMITS, context.getHandler());
    const error = await this.body.read(request, limits);
    if (error) throw error;
    return true;
  }
}
