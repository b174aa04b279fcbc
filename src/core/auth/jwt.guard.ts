import { ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { SETTINGS } from '../../config/settings.js';
import type { Settings } from '../../config/settings.js';
import { CATALOGUE } from '../errors/catalogue.js';
import { PlatformError } from '../errors/platform-error.js';
import type { PlatformRequest } from '../http/platform-request.js';
import { PortalIdentities } from './portal-identities.js';
import { VerifiedTokens } from './verified-tokens.js';
import type { TokenClaims } from './verified-tokens.js';

const BEARER = /^bearer +(\S+)$/i;
// Real access tokens are one to two KB; anything this long is not worth a hash, let alone a signature check.
const MAX_TOKEN_LENGTH = 8 * 1024;

/** Takes the bearer token where no API key was sent; without either: 401 (access 1.3, 2.1). */
@Injectable()
export class JwtGuard extends AuthGuard('jwt') {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly verified: VerifiedTokens,
    private readonly identities: PortalIdentities,
  ) {
    super({ property: 'claims', session: false });
  }

  override canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<PlatformRequest & { claims?: TokenClaims }>();
    if (request.accessRule?.kind === 'public' || request.caller) return true;
    return this.authenticate(context, request);
  }

  override handleRequest<T = TokenClaims>(
    error: unknown,
    claims: T | false | null | undefined,
    info?: unknown,
  ): T {
    // passport-jwt reports a failed search for the key as a failed login, with our own 503 as its reason.
    for (const reason of [error, info]) if (reason instanceof PlatformError) throw reason;
    // Every other reason is a malformed token; the caller is not told why.
    if (error || !claims) throw new PlatformError(CATALOGUE.unauthorized);
    return claims;
  }

  private async authenticate(
    context: ExecutionContext,
    request: PlatformRequest & { claims?: TokenClaims },
  ): Promise<boolean> {
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined || token.length > MAX_TOKEN_LENGTH)
      throw new PlatformError(CATALOGUE.unauthorized);
    if (!this.settings.bearer) throw new PlatformError(CATALOGUE.bearerNotConfigured);
    let claims = this.verified.get(token);
    if (!claims) {
      await super.canActivate(context);
      claims = request.claims ?? null;
      if (!claims) throw new PlatformError(CATALOGUE.unauthorized);
      this.verified.put(token, claims);
    }
    request.caller = await this.identities.resolve(claims);
    return true;
  }
}
