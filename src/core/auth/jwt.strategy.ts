import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { SETTINGS } from '../../config/settings.js';
import type { Settings } from '../../config/settings.js';
import { DATA_ENVS } from './auth-context.js';
import type { DataEnv } from './auth-context.js';
import { Clock } from '../time/clock.js';
import { machineSeconds } from '../time/machine-time.js';
import { CLOCK_TOLERANCE_SECONDS, hasSoundLifetime, isAccessTokenType } from './access-token.policy.js';
import { SigningKeys } from './signing-keys.js';
import type { TokenClaims } from './verified-tokens.js';

interface Payload {
  sub?: unknown;
  iat?: unknown;
  exp?: unknown;
  data_env?: unknown;
}

// Asymmetric signatures only: with an HMAC algorithm allowed, the public key would be a password.
const ALGORITHMS = ['RS256', 'ES256'] as const;
/** Verifies portal access tokens: signature, issuer, audience, time (access 2.1, 2.2, 2.3). */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy, 'jwt') {
  private readonly maxSeconds: number;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    keys: SigningKeys,
    private readonly clock: Clock,
  ) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      algorithms: [...ALGORITHMS],
      // Without the three settings JwtGuard answers 500 before this strategy is asked.
      issuer: settings.bearer?.issuer ?? 'unset',
      audience: settings.bearer?.audience ?? 'unset',
      jsonWebTokenOptions: { clockTolerance: CLOCK_TOLERANCE_SECONDS },
      secretOrKeyProvider: (_request, token, done) => {
        const keyId = keyIdOf(token as string);
        if (keyId === null) return done(null, undefined);
        keys.find(keyId).then(
          (key) => done(null, key ?? undefined),
          (error: unknown) => done(error),
        );
      },
    });
    this.maxSeconds = settings.bearer?.maxTokenSeconds ?? 0;
  }

  validate(payload: Payload): TokenClaims | false {
    const { sub, exp, data_env: dataEnv = 'prod' } = payload;
    // jsonwebtoken checks exp only where there is one; a token without an end is not accepted here.
    if (typeof exp !== 'number' || this.hasEnded(exp)) return false;
    if (!hasSoundLifetime(payload, machineSeconds(), this.maxSeconds)) return false;
    if (typeof sub !== 'string' || sub === '' || sub.length > 255) return false;
    if (!(DATA_ENVS as readonly unknown[]).includes(dataEnv)) return false;
    return { subject: sub, dataEnv: dataEnv as DataEnv, expiresAt: exp };
  }

  /** By the service's Clock; jsonwebtoken has compared with the machine's. */
  private hasEnded(exp: number): boolean {
    return exp + CLOCK_TOLERANCE_SECONDS <= this.clock.now().getTime() / 1000;
  }
}

/** Type and key id are all that is read from the header: keys or addresses of keys that a token brings along are ignored. */
function keyIdOf(token: string): string | null {
  try {
    const header = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString('utf8')) as {
      kid?: unknown;
      typ?: unknown;
      crit?: unknown;
    };
    // What a token calls critical has to be understood, and nothing beyond the standard is (RFC 7515, 4.1.11).
    if (header.crit !== undefined || !isAccessTokenType(header.typ)) return null;
    return typeof header.kid === 'string' && header.kid.length <= 200 ? header.kid : null;
  } catch {
    return null;
  }
}
