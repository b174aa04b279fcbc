import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import { unprocessable } from '../../../core/shared/platform-error.js';
import type { PlatformRequest } from '../../../core/shared/platform-request.js';
import { headersNamingTenants } from './browser-scope.policy.js';

/**
 * Refuses a browser's headers about scope, after access has been decided without them
 * (partner-clients 1.4).
 */
@Injectable()
export class BrowserScopeGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<PlatformRequest>();
    const [first, ...others] = headersNamingTenants(Object.keys(headers));
    if (first) throw unprocessable(first, ...others);
    return true;
  }
}
