import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../time/clock.js';
import type { DataEnv, SignInProof } from '../shared/auth-context.js';

/** The person of a token or a session. Roles are read from the assignments instead. */
export interface PersonClaims {
  readonly subject: string;
  readonly dataEnv: DataEnv;
  readonly proof: SignInProof;
  /** The only client for which the person acts, if a connection or a break-glass use is of that client. */
  readonly onlyClientId: string | null;
}

export interface TokenClaims extends PersonClaims {
  /** Unix seconds. */
  readonly expiresAt: number;
}

declare module '../shared/platform-request.js' {
  interface PlatformRequest {
    /** Claims of the bearer token; JwtGuard sets them. */
    claims?: TokenClaims;
  }
}

// A minute bounds how long a token outlives its signing key; 10 000 entries are about 3 MB.
const MAX_AGE_MS = 60_000;
const MAX_ENTRIES = 10_000;

/** Caches tokens that were verified a moment ago, keyed by their SHA-256. */
@Injectable()
export class VerifiedTokens {
  // A Map keeps its order of insertion: the first entry expires first.
  private readonly entries = new Map<string, { claims: TokenClaims; until: number }>();

  constructor(private readonly clock: Clock) {}

  get(token: string): TokenClaims | null {
    const entry = this.entries.get(hash('sha256', token, 'base64'));
    return entry && entry.until > this.clock.now().getTime() ? entry.claims : null;
  }

  put(token: string, claims: TokenClaims): void {
    const [oldest] = this.entries.keys();
    if (this.entries.size >= MAX_ENTRIES && oldest !== undefined) this.entries.delete(oldest);
    const until = Math.min(this.clock.now().getTime() + MAX_AGE_MS, claims.expiresAt * 1000);
    const key = hash('sha256', token, 'base64');
    this.entries.delete(key);
    this.entries.set(key, { claims, until });
  }
}
