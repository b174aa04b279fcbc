import { type CanActivate, type ExecutionContext, Injectable, Logger } from '@nestjs/common';
import { CATALOGUE } from '../../shared/catalogue.js';
import { PlatformError } from '../../shared/platform-error.js';
import type { PlatformRequest } from '../../shared/platform-request.js';
import { JwtStrategy, tokenOf } from './jwt.strategy.js';
import { PortalIdentities } from '../portal-identities.js';
import { describeRefusedToken } from './refused-token.policy.js';
import type { TokenClaims } from '../verified-tokens.js';

// passport has no messages for checks after signature, issuer and audience.
const CLAIMS_REFUSED = 'sub, iat, exp or data_env is missing or out of bounds';

/** Authenticates the bearer token if no API key was sent; 401 without either (access 1.3, 2.1). */
@Injectable()
export class JwtGuard implements CanActivate {
  private readonly logger = new Logger(JwtGuard.name);

  constructor(
    private readonly strategy: JwtStrategy,
    private readonly identities: PortalIdentities,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<PlatformRequest>();
    if (request.accessRule?.kind === 'public' || request.caller) return true;
    return this.authenticate(request);
  }

  private async authenticate(request: PlatformRequest): Promise<boolean> {
    const claims = this.strategy.recall(request) ?? (await this.verified(request));
    request.claims = claims;
    request.caller = await this.identities.resolve(claims);
    return true;
  }

  private async verified(request: PlatformRequest): Promise<TokenClaims> {
    const examined = await this.strategy.examine(request);
    if (examined.claims) return examined.claims;
    // For the person who sets up the identity provider; the caller learns no reason (access 2.9).
    const token = tokenOf(request);
    if (token !== null) {
      const reason = examined.refused instanceof Error ? examined.refused.message : CLAIMS_REFUSED;
      this.logger.warn({ msg: 'bearer token refused', ...describeRefusedToken(token, reason) });
    }
    throw new PlatformError(CATALOGUE.unauthorized);
  }
}
