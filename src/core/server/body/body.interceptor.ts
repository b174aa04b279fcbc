import { CallHandler, ExecutionContext, Injectable, NestInterceptor } from '@nestjs/common';
import type { Observable } from 'rxjs';
import type { PlatformRequest } from '../../shared/platform-request.js';
import { RequestBody } from './request-body.js';

const BODILESS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * The first interceptor: reads the body after every guard, including those of single controllers,
 * so that 401, 403, 404 and 429 precede errors of the body.
 */
@Injectable()
export class BodyInterceptor implements NestInterceptor {
  constructor(private readonly body: RequestBody) {}

  intercept(
    context: ExecutionContext,
    next: CallHandler,
  ): Observable<unknown> | Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<PlatformRequest>();
    return BODILESS.has(request.method) ? next.handle() : this.readBody(request, next);
  }

  private async readBody(request: PlatformRequest, next: CallHandler): Promise<Observable<unknown>> {
    const error = await this.body.read(request);
    if (error) throw error;
    return next.handle();
  }
}
