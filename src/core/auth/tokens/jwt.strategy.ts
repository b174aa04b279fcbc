import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import { CATALOGUE } from '../../shared/catalogue.js';
import { PlatformError } from '../../shared/platform-error.js';
import { DATA_ENVS, type DataEnv } from '../../shared/auth-context.js';
import { Clock, machineSeconds } from '../../time/clock.js';
import { hasSoundLifetime, isAccessTokenType, type TokenType } from './access-token.policy.js';
import { SigningKeys } from './signing-keys.js';
import { VerifiedTokens, type TokenClaims } from './verified-tokens.js';

interface Payload {
  sub?: unknown;
  iat?: unknown;
  exp?: unknown;
  data_env?: unknown;
}

// Asymmetric signatures only: with an HMAC algorithm allowed, the public key would be a password.
const ALGORITHMS = ['RS256', 'ES256'] as const;

const BEARER = /^bearer +\S+$/i;
// Real access tokens have one to two KB; longer ones are refused unhashed.
const MAX_TOKEN_LENGTH = 8 * 1024;

const fromHeader = ExtractJwt.fromAuthHeaderAsBearerToken();

/** passport-jwt itself accepts text after the token, and tokens of any length. */
export function tokenOf(request: Request): string | null {
  const token = BEARER.test(request.headers.authorization ?? '') ? fromHeader(request) : null;
  return token !== null && token.length <= MAX_TOKEN_LENGTH ? token : null;
}

/** Verifies portal access tokens: signature, issuer, audience, time (access 2.1, 2.2, 2.3). */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy, 'jwt') {
  private readonly maxSeconds: number;
  private readonly tolerance: number;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    keys: SigningKeys,
    private readonly verified: VerifiedTokens,
    private readonly clock: Clock,
  ) {
    super({
      jwtFromRequest: tokenOf,
      passReqToCallback: true,
      algorithms: [...ALGORITHMS],
      // Without the three settings, no key is fetched and the response is 500.
      issuer: settings.bearer?.issuer ?? 'unset',
      audience: settings.bearer?.audience ?? 'unset',
      jsonWebTokenOptions: { clockTolerance: settings.bearer?.clockToleranceSeconds ?? 0 },
      secretOrKeyProvider: (_request, token, done) => {
        if (!settings.bearer) return done(new PlatformError(CATALOGUE.bearerNotConfigured));
        const keyId = keyIdOf(token as string, settings.bearer.tokenType);
        if (keyId === null) return done(null, undefined);
        keys.find(keyId).then(
          (key) => done(null, key ?? undefined),
          (error: unknown) => done(error),
        );
      },
    });
    this.maxSeconds = settings.bearer?.maxTokenSeconds ?? 0;
    this.tolerance = settings.bearer?.clockToleranceSeconds ?? 0;
  }

  /** Claims of a token that was verified a moment ago, else null: most requests need no signature check. */
  recall(request: Request): TokenClaims | null {
    const token = tokenOf(request);
    return token === null ? null : this.verified.get(token);
  }

  /**
   * The claims of a token from outside the request's own header, verified in the same way; null
   * means 401.
   * @throws 503 if no key is known because the provider does not answer
   */
  verify(token: string): Promise<TokenClaims | null> {
    return new Promise((resolve, reject) => {
      // Passport's strategy interface: it reports the outcome through one of these.
      const attempt = Object.assign(Object.create(this) as JwtStrategy, {
        success: resolve,
        fail: (reason: unknown) => (reason instanceof PlatformError ? reject(reason) : resolve(null)),
        error: reject,
      });
      attempt.authenticate({ headers: { authorization: `Bearer ${token}` } } as Request);
    });
  }

  validate(request: Request, payload: Payload): TokenClaims | false {
    const claims = this.claimsOf(payload);
    const token = tokenOf(request);
    if (claims && token !== null) this.verified.put(token, claims);
    return claims;
  }

  private claimsOf(payload: Payload): TokenClaims | false {
    const { sub, exp, data_env: dataEnv = 'prod' } = payload;
    // jsonwebtoken checks exp only if it is present; a token without exp is refused here.
    if (typeof exp !== 'number' || this.hasEnded(exp)) return false;
    if (!hasSoundLifetime(payload, machineSeconds(), this.maxSeconds, this.tolerance)) return false;
    if (typeof sub !== 'string' || sub === '' || sub.length > 255) return false;
    if (!(DATA_ENVS as readonly unknown[]).includes(dataEnv)) return false;
    return { subject: sub, dataEnv: dataEnv as DataEnv, expiresAt: exp };
  }

  /** Uses the service's Clock; jsonwebtoken used the machine's. */
  private hasEnded(exp: number): boolean {
    return exp + this.tolerance <= this.clock.now().getTime() / 1000;
  }
}

/** Only type and key id are read from the header: keys that a token brings along are ignored. */
function keyIdOf(token: string, allowed: TokenType): string | null {
  try {
    const header = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString('utf8')) as {
      kid?: unknown;
      typ?: unknown;
      crit?: unknown;
    };
    // Every extension that a token calls critical must be understood, and none is (RFC 7515,
    // 4.1.11).
    if (header.crit !== undefined || !isAccessTokenType(header.typ, allowed)) return null;
    return typeof header.kid === 'string' && header.kid.length <= 200 ? header.kid : null;
  } catch {
    return null;
  }
}
