import { applyDecorators, createParamDecorator, ExecutionContext, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { PlatformRequest } from '../shared/platform-request.js';
import type { AccessRule, PersonalAccess, ProtectedAccess, PublicAccess } from './access-rule.js';
import type { Surface } from '../http/errors/envelopes.js';
import type { AuthContext } from '../shared/auth-context.js';
import type { TokenClaims } from './tokens/verified-tokens.js';

/**
 * Where a route's AccessRule travels inside the raw document, until buildOpenApi turns it into
 * responses.
 */
export const ACCESS_EXTENSION = 'x-access';

/** Metadata key under which a handler's AccessRule stands. */
export const ACCESS_RULE = 'access:rule';

/**
 * Declares who may call a route. Without it the application does not boot. The same declaration
 * feeds the guards, the route snapshot and OpenAPI.
 */
export function Access(rule: Omit<ProtectedAccess, 'kind'>): MethodDecorator {
  const full: ProtectedAccess = { kind: 'protected', ...rule };
  return applyDecorators(SetMetadata(ACCESS_RULE, full), ApiExtension(ACCESS_EXTENSION, { ...full }));
}

/** Declares a route that takes no credentials. */
export function PublicRoute(
  surface: Surface,
  more: Omit<PublicAccess, 'kind' | 'surface'> = {},
): MethodDecorator {
  const full: AccessRule = { kind: 'public', surface, ...more };
  return applyDecorators(SetMetadata(ACCESS_RULE, full), ApiExtension(ACCESS_EXTENSION, { ...full }));
}

/**
 * Declares a route for a person with a valid token, with or without a client: the resource decides
 * what the person may do.
 */
export function PersonalRoute(
  surface: Surface,
  more: Omit<PersonalAccess, 'kind' | 'surface'> = {},
): MethodDecorator {
  const full: AccessRule = { kind: 'personal', surface, ...more };
  return applyDecorators(SetMetadata(ACCESS_RULE, full), ApiExtension(ACCESS_EXTENSION, { ...full }));
}

/** Passes a controller method of a PersonalRoute the claims of the token. */
export const Claims = createParamDecorator((_: unknown, context: ExecutionContext): TokenClaims => {
  const { claims } = context.switchToHttp().getRequest<PlatformRequest>();
  if (!claims) throw new Error('@Claims() stands on a route that takes other credentials than a token.');
  return claims;
});

/** Hands a controller method the AuthContext the guards built. */
export const Auth = createParamDecorator((_: unknown, context: ExecutionContext): AuthContext => {
  const { auth } = context.switchToHttp().getRequest<PlatformRequest>();
  if (!auth) throw new Error('@Auth() stands on a route without a protected @Access.');
  return auth;
});
