import { applyDecorators, createParamDecorator, ExecutionContext, SetMetadata } from '@nestjs/common';
import { describeAccess } from '../http/openapi-access.js';
import type { PlatformRequest } from '../http/platform-request.js';
import type { AccessRule, ProtectedAccess, Surface } from './access-rule.js';
import type { AuthContext } from './auth-context.js';

/** Metadata key under which a handler's AccessRule stands. */
export const ACCESS_RULE = 'access:rule';

/**
 * Declares who may call a route. Without it the application does not boot. The same declaration feeds the
 * guards, the route snapshot and OpenAPI.
 */
export function Access(rule: Omit<ProtectedAccess, 'kind'>): MethodDecorator {
  const full: ProtectedAccess = { kind: 'protected', ...rule };
  return applyDecorators(SetMetadata(ACCESS_RULE, full), ...describeAccess(full));
}

/** Declares a route that takes no credentials. */
export function PublicRoute(surface: Surface): MethodDecorator {
  const full: AccessRule = { kind: 'public', surface };
  return applyDecorators(SetMetadata(ACCESS_RULE, full), ...describeAccess(full));
}

/** Hands a controller method the AuthContext the guards built. */
export const Auth = createParamDecorator((_: unknown, context: ExecutionContext): AuthContext => {
  const { auth } = context.switchToHttp().getRequest<PlatformRequest>();
  if (!auth) throw new Error('@Auth() stands on a route without a protected @Access.');
  return auth;
});
