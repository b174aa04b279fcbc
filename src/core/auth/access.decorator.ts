import { applyDecorators, createParamDecorator, ExecutionContext, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { PlatformRequest } from '../kernel/platform-request.js';
import type { AccessRule, ProtectedAccess, PublicAccess } from './access-rule.js';
import type { Surface } from '../errors/envelopes.js';
import type { AuthContext } from '../kernel/auth-context.js';

/** Where a route's AccessRule travels inside the raw document, until buildOpenApi turns it into responses. */
export const ACCESS_EXTENSION = 'x-access';

/** Metadata key under which a handler's AccessRule stands. */
export const ACCESS_RULE = 'access:rule';

/**
 * Declares who may call a route. Without it the application does not boot. The same declaration feeds the
 * guards, the route snapshot and OpenAPI.
 */
export function Access(rule: Omit<ProtectedAccess, 'kind'>): MethodDecorator {
  const full: ProtectedAccess = { kind: 'protected', ...rule };
  return applyDecorators(SetMetadata(ACCESS_RULE, full), ApiExtension(ACCESS_EXTENSION, { ...full }));
}

/** Declares a route that takes no credentials. */
export function PublicRoute(
  surface: Surface,
  more: Pick<PublicAccess, 'internal' | 'errors'> = {},
): MethodDecorator {
  const full: AccessRule = { kind: 'public', surface, ...more };
  return applyDecorators(SetMetadata(ACCESS_RULE, full), ApiExtension(ACCESS_EXTENSION, { ...full }));
}

/** Hands a controller method the AuthContext the guards built. */
export const Auth = createParamDecorator((_: unknown, context: ExecutionContext): AuthContext => {
  const { auth } = context.switchToHttp().getRequest<PlatformRequest>();
  if (!auth) throw new Error('@Auth() stands on a route without a protected @Access.');
  return auth;
});
