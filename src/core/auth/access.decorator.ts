import { applyDecorators, createParamDecorator, ExecutionContext, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { PlatformRequest } from '../shared/platform-request.js';
import type { AccessRule, PersonalAccess, ProtectedAccess, PublicAccess } from './access-rule.js';
import type { Surface } from '../http/errors/envelopes.js';
import type { AuthContext } from '../shared/auth-context.js';
import type { TokenClaims } from './verified-tokens.js';

/** Holds a route's AccessRule in the raw document until buildOpenApi turns it into responses. */
export const ACCESS_EXTENSION = 'x-access';

export const ACCESS_RULE = 'access:rule';

/**
 * Declares who may call a route; without it the application does not boot. Guards, the route
 * snapshot and OpenAPI read it.
 */
export function Access(rule: Omit<ProtectedAccess, 'kind'>): MethodDecorator {
  const full: ProtectedAccess = { kind: 'protected', ...rule };
  return applyDecorators(SetMetadata(ACCESS_RULE, full), ApiExtension(ACCESS_EXTENSION, { ...full }));
}

export function PublicRoute(
  surface: Surface,
  more: Omit<PublicAccess, 'kind' | 'surface'> = {},
): MethodDecorator {
  const full: AccessRule = { kind: 'public', surface, ...more };
  return applyDecorators(SetMetadata(ACCESS_RULE, full), ApiExtension(ACCESS_EXTENSION, { ...full }));
}

/**
 * A route for a person with a valid token, with or without a client: the resource decides what the
 * person may do.
 */
export function PersonalRoute(
  surface: Surface,
  more: Omit<PersonalAccess, 'kind' | 'surface'> = {},
): MethodDecorator {
  const full: AccessRule = { kind: 'personal', surface, ...more };
  return applyDecorators(SetMetadata(ACCESS_RULE, full), ApiExtension(ACCESS_EXTENSION, { ...full }));
}

export const Claims = createParamDecorator((_: unknown, context: ExecutionContext): TokenClaims => {
  const { claims } = context.switchToHttp().getRequest<PlatformRequest>();
  if (!claims) throw new Error('@Claims() is on a route that accepts credentials other than a token.');
  return claims;
});

export const Auth = createParamDecorator((_: unknown, context: ExecutionContext): AuthContext => {
  const { auth } = context.switchToHttp().getRequest<PlatformRequest>();
  if (!auth) throw new Error('@Auth() is on a route without a protected @Access.');
  return auth;
});
