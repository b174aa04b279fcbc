import { createParamDecorator, ExecutionContext, Injectable } from '@nestjs/common';
import { ApiKeyGuard } from '../auth/api-keys/api-key.guard.js';
import { JwtGuard } from '../auth/tokens/jwt.guard.js';
import type { AuthContext } from '../shared/auth-context.js';
import { notFound } from '../shared/platform-error.js';
import type { PlatformRequest } from '../shared/platform-request.js';
import { IpAllowlistGuard } from './ip-allowlist.guard.js';
import { TenantScopeGuard } from './tenant-scope.guard.js';

/**
 * Passes the argument of `AccessRevalidation.revalidate` to a controller method with a long-lived
 * response.
 */
export const RequestContext = createParamDecorator(
  (_: unknown, context: ExecutionContext): ExecutionContext => context,
);

/**
 * Checks again, during a long-lived response, whether its caller would still be admitted (campaigns
 * 11.5).
 */
@Injectable()
export class AccessRevalidation {
  constructor(
    private readonly keys: ApiKeyGuard,
    private readonly tokens: JwtGuard,
    private readonly addresses: IpAllowlistGuard,
    private readonly scopes: TenantScopeGuard,
  ) {}

  /**
   * Runs the guards again on the original request.
   * @returns the caller's current context, of the same tenant
   * @throws 401, 403 or 404 if the caller no longer has access, 503 if that cannot be decided
   */
  async revalidate(context: ExecutionContext): Promise<AuthContext> {
    const first = context.switchToHttp().getRequest<PlatformRequest>();
    // Hides the results of earlier guards; all other properties come from the original request.
    const request = Object.create(first, {
      caller: fresh(),
      claims: fresh(),
      tenantChoice: fresh(),
      auth: fresh(),
    }) as PlatformRequest;
    const again = withRequest(context, request);
    for (const guard of [this.keys, this.tokens, this.addresses, this.scopes]) await guard.canActivate(again);
    const { auth } = request;
    if (auth?.clientId !== first.auth?.clientId || auth?.dataEnv !== first.auth?.dataEnv) throw notFound();
    return auth!;
  }
}

const fresh = (): PropertyDescriptor => ({ value: undefined, writable: true });

const withRequest = (context: ExecutionContext, request: PlatformRequest): ExecutionContext => {
  const http = Object.create(context.switchToHttp(), { getRequest: { value: () => request } }) as object;
  return Object.create(context, { switchToHttp: { value: () => http } }) as ExecutionContext;
};
