import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import type { PlatformRequest } from '../../shared/platform-request.js';
import { RequestBody } from './request-body.js';

const BODILESS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Last of the guards: reads the body, so that 401, 404 and 429 come before its own faults. */
@Injectable()
export class BodyGuard implements CanActivate {
  constructor(private readonly body: RequestBody) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<PlatformRequest>();
    if (BODILESS.has(request.method)) return true;
    return this.readBody(request);
  }

  private async readBody(request: PlatformRequest): Promise<boolean> {
    const error = await this.body.read(request);
    if (error) throw error;
    return true;
  }
}
