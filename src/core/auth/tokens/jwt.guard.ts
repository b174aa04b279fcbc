import { ExecutionContext, Injectable, Logger } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { CATALOGUE } from '../../shared/catalogue.js';
import { PlatformError } from '../../shared/platform-error.js';
import type { PlatformRequest } from '../../shared/platform-request.js';
import { JwtStrategy, tokenOf } from './jwt.strategy.js';
import { PortalIdentities } from '../portal-identities.js';
import { describeRefusedToken } from './refused-token.policy.js';
import type { TokenClaims } from './verified-tokens.js';

// passport has no messages for checks after signature, issuer and audience.
const CLAIMS_REFUSED = 'sub, iat, exp or data_env is missing or out of bounds';

/** Authenticates the bearer token if no API key was sent; 401 without either (access 1.3, 2.1). */
@Injectable()
export class JwtGuard extends AuthGuard('jwt') {
  private readonly logger = new Logger(JwtGuard.name);

  constructor(
    private readonly strategy: JwtStrategy,
    private readonly identities: PortalIdentities,
  ) {
    super({ property: 'claims', session: false });
  }

  override canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<PlatformRequest>();
    if (request.accessRule?.kind === 'public' || request.caller) return true;
    return this.authenticate(context, request);
  }

  override handleRequest<T = TokenClaims>(
    error: unknown,
    claims: T | false | null | undefined,
    info?: unknown,
    context?: ExecutionContext,
  ): T {
    // passport-jwt reports a failed search for the key as a failed login, with our 503 as its
    // reason.
    for (const reason of [error, info]) if (reason instanceof PlatformError) throw reason;
    if (!error && claims) return claims;
    // For the person who sets up the identity provider; the caller gets no reason (access 2.9).
    const token = context ? tokenOf(context.switchToHttp().getRequest<PlatformRequest>()) : null;
    if (token !== null) {
      const reason = info instanceof Error ? info.message : CLAIMS_REFUSED;
      this.logger.warn({ msg: 'bearer token refused', ...describeRefusedToken(token, reason) });
    }
    throw new PlatformError(CATALOGUE.unauthorized);
  }

  private async authenticate(context: ExecutionContext, request: PlatformRequest): Promise<boolean> {
    const known = this.strategy.recall(request);
    if (!known) await super.canActivate(context);
    const claims = known ?? request.claims;
    if (!claims) throw new PlatformError(CATALOGUE.unauthorized);
    request.claims = claims;
    request.caller = await this.identities.resolve(claims);
    return true;
  }
}
