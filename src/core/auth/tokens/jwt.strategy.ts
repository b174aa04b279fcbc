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
import { OwnKeys } from '../own-tokens/own-keys.js';
import { ownIssuer } from '../own-tokens/own-tokens.js';
import { SigningKeys } from './signing-keys.js';
import { proofOf, type ProofClaims } from './token-proof.policy.js';
import { VerifiedTokens, type TokenClaims } from '../verified-tokens.js';

interface Payload extends ProofClaims {
  iss?: unknown;
  sub?: unknown;
  iat?: unknown;
  exp?: unknown;
  data_env?: unknown;
}

type Examined = { readonly claims: TokenClaims } | { readonly claims: null; readonly refused: unknown };

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
  private readonly ownIssuer: string;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    keys: SigningKeys,
    ownKeys: OwnKeys,
    private readonly verified: VerifiedTokens,
    private readonly clock: Clock,
  ) {
    super({
      jwtFromRequest: tokenOf,
      passReqToCallback: true,
      algorithms: [...ALGORITHMS],
      // Without the three settings, no key is fetched and the response is 500.
      issuer: settings.bearer ? [settings.bearer.issuer, ownIssuer(settings)] : 'unset',
      audience: settings.bearer?.audience ?? 'unset',
      jsonWebTokenOptions: { clockTolerance: settings.bearer?.clockToleranceSeconds ?? 0 },
      secretOrKeyProvider: (_request, token, done) => {
        if (!settings.bearer) return done(new PlatformError(CATALOGUE.bearerNotConfigured));
        const keyId = keyIdOf(token as string, settings.bearer.tokenType);
        if (keyId === null) return done(null, undefined);
        // The signature is checked with a key of the issuer that the token names, so neither issuer
        // can sign for the other one.
        const source = isOf(token as string, ownIssuer(settings)) ? ownKeys : keys;
        source.find(keyId).then(
          (key) => done(null, key ?? undefined),
          (error: unknown) => done(error),
        );
      },
    });
    this.maxSeconds = settings.bearer?.maxTokenSeconds ?? 0;
    this.tolerance = settings.bearer?.clockToleranceSeconds ?? 0;
    this.ownIssuer = ownIssuer(settings);
  }

  /**
   * Claims of a token that was verified a moment ago, otherwise null: most requests need no
   * signature check.
   */
  recall(request: Request): TokenClaims | null {
    const token = tokenOf(request);
    return token === null ? null : this.verified.get(token);
  }

  /**
   * The claims of a token from outside the request's own header, verified in the same way; null
   * means 401.
   * @throws as `examine`
   */
  async verify(token: string): Promise<TokenClaims | null> {
    const { claims } = await this.examine({ headers: { authorization: `Bearer ${token}` } } as Request);
    return claims;
  }

  /**
   * The claims of a request's token, or why it is refused. Does not go through Passport, which
   * keeps one strategy per process although its applications may have different keys.
   * @throws 500 without settings, 503 if no key is known because its source does not answer
   */
  examine(request: Request): Promise<Examined> {
    return new Promise((resolve, reject) => {
      // Passport's strategy interface: it reports the outcome through one of these.
      const attempt = Object.assign(Object.create(this) as JwtStrategy, {
        success: (claims: TokenClaims) => resolve({ claims }),
        // passport-jwt reports a failed search for the key as a failed login, with our 503 as its
        // reason.
        fail: (refused: unknown) =>
          refused instanceof PlatformError ? reject(refused) : resolve({ claims: null, refused }),
        error: reject,
      });
      attempt.authenticate(request);
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
    const isOwn = payload.iss === this.ownIssuer;
    // jsonwebtoken checks exp only if it is present; a token without exp is refused here.
    if (typeof exp !== 'number' || this.hasEnded(exp)) return false;
    if (!isOwn && !hasSoundLifetime(payload, machineSeconds(), this.maxSeconds, this.tolerance)) return false;
    if (typeof sub !== 'string' || sub === '' || sub.length > 255) return false;
    if (!(DATA_ENVS as readonly unknown[]).includes(dataEnv)) return false;
    return { subject: sub, dataEnv: dataEnv as DataEnv, expiresAt: exp, ...proofOf(payload, isOwn) };
  }

  /** Compares with the service's Clock; jsonwebtoken compares with the machine's. */
  private hasEnded(exp: number): boolean {
    return exp + this.tolerance <= this.clock.now().getTime() / 1000;
  }
}

/** Whether a token claims to be issued by this issuer. */
function isOf(token: string, issuer: string): boolean {
  try {
    const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8');
    return (JSON.parse(payload) as { iss?: unknown } | null)?.iss === issuer;
  } catch {
    return false;
  }
}

/** Only type and key id are read from the header: keys inside the token are ignored. */
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
