import { Injectable, Logger } from '@nestjs/common';
import { JwtStrategy } from '../../../core/auth/tokens/jwt.strategy.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import { SystemQueries } from '../../../core/database/metadata/system-queries.js';
import { Clock } from '../../../core/time/clock.js';
import { newSecret, PortalSecrets } from '../lookup/portal-secrets.js';
import { PORTAL_ERRORS } from '../portal.errors.js';
import { IdentityProvider, type SignInSecrets } from '../provider/identity-provider.js';
import type { ProvenPerson } from '../entry/session-opener.service.js';
import { SIGN_IN_MS } from '../entry/sign-in-browsers.service.js';
import { BEGIN_SIGN_IN, TAKE_SIGN_IN } from './sign-in.queries.js';

interface SignInRow {
  state_hash: Buffer;
  secrets_encrypted: Buffer;
  ends_at: Date;
}

/** A sign-in in progress, and the person's destination. */
interface BegunSignIn extends SignInSecrets {
  readonly returnTo: string;
}

/** Signs people in through the identity provider. */
@Injectable()
export class SignInService {
  private readonly logger = new Logger(SignInService.name);

  constructor(
    private readonly provider: IdentityProvider,
    private readonly tokens: JwtStrategy,
    private readonly store: SystemQueries,
    private readonly secrets: PortalSecrets,
    private readonly clock: Clock,
  ) {}

  /**
   * Begins a sign-in (portal-sessions 1.2).
   * @param browser the cookie of the browser, the only one that may complete it
   * @returns the provider's address
   * @throws 503 if the provider or the store does not answer
   */
  async begin(browser: string, returnTo: string): Promise<string> {
    const kept: BegunSignIn = { state: newSecret(), nonce: newSecret(), verifier: newSecret(), returnTo };
    const url = await this.provider.signInUrl(kept);
    const now = this.clock.now();
    const stateHash = this.secrets.hash('state', kept.state);
    await this.store.query(BEGIN_SIGN_IN, [
      stateHash,
      this.secrets.hash('browser', browser),
      this.secrets.seal(stateHash.toString('hex'), kept),
      new Date(now.getTime() + SIGN_IN_MS),
      now,
    ]);
    return url.href;
  }

  /**
   * Consumes the sign-in to which a browser has returned; it is valid once (portal-sessions 1.3).
   * @param query of the address to which the browser returned
   * @throws 400 for a state that this browser did not begin or has used
   */
  async resume(browser: string | null, query: URLSearchParams): Promise<BegunSignIn> {
    const states = query.getAll('state');
    const [state] = states;
    if (browser === null || state === undefined || states.length > 1)
      throw new PlatformError(PORTAL_ERRORS.signInNotKnown);
    const [row] = await this.store.query<{ [K in keyof SignInRow]: SignInRow[K] }>(TAKE_SIGN_IN, [
      this.secrets.validHashes('state', state),
      this.secrets.validHashes('browser', browser),
    ]);
    if (!row || row.ends_at <= this.clock.now()) throw new PlatformError(PORTAL_ERRORS.signInNotKnown);
    return this.secrets.open(row.state_hash.toString('hex'), row.secrets_encrypted) as BegunSignIn;
  }

  /**
   * Completes a sign-in (portal-sessions 1.4).
   * @param query of the address to which the browser returned
   * @returns the person, for a session
   * @throws as the provider
   */
  async end(begun: BegunSignIn, query: URLSearchParams): Promise<ProvenPerson> {
    const signedIn = await this.provider.signIn(query.toString(), begun);
    const claims = await this.tokens.verify(signedIn.tokens.access);
    // A session needs an access token of this person that the routes accept.
    if (claims?.subject !== signedIn.subject) {
      this.logger.warn({
        msg: 'sign-in refused',
        reason: 'the access token is not one of the API for this person',
      });
      throw new PlatformError(PORTAL_ERRORS.signInRefused);
    }
    const { authTime, amr, tokens } = signedIn;
    return {
      subject: claims.subject,
      dataEnv: claims.dataEnv,
      onlyClientId: null,
      proof: {
        authTime: authTime ?? claims.proof.authTime,
        amr: amr.length > 0 ? amr : claims.proof.amr,
        connectionId: null,
        breakGlassId: null,
      },
      provided: { tokens, endsAt: new Date(claims.expiresAt * 1000) },
    };
  }
}
