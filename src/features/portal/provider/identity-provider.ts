import { Inject, Injectable, Logger } from '@nestjs/common';
import * as openid from 'openid-client';
import { SETTINGS, settingsOf, type Settings } from '../../../config/settings.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import { PortalAddress } from '../lookup/portal-address.js';
import type { ProviderTokens } from '../lookup/portal-secrets.js';
import { PORTAL_ERRORS } from '../portal.errors.js';
import { PORTAL_SETTINGS } from '../portal.settings.js';
import { SIGNED_OUT_PAGE } from '../rules/sign-in-pages.policy.js';
import { factsOf, failureOf } from './provider-failures.policy.js';
import { personClaims } from './sign-in-claims.policy.js';

// A provider answers within a few hundred milliseconds; a person waits for at most three responses.
const ANSWER_SECONDS = 3;
// Short enough to try again soon, without flooding a provider that is down.
const RETRY_SECONDS = 5;

const CALLBACK_PATH = '/v1/portal/callback';

/** The values with which a sign-in begins, and which the provider's response must match. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** The provider's answer about a person who has signed in. */
export interface SignedIn {
  readonly tokens: ProviderTokens;
  readonly subject: string;
  readonly authTime: Date | null;
  readonly amr: readonly string[];
}

/** The identity provider: authorization code with PKCE (portal-sessions 1.2). */
@Injectable()
export class IdentityProvider {
  private readonly logger = new Logger(IdentityProvider.name);
  /** Found at the first sign-in, so that processes can start while the provider is down. */
  private found: Promise<openid.Configuration> | undefined;

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly address: PortalAddress,
  ) {}

  /**
   * The URL at which the browser signs in.
   * @throws 503 when the provider does not answer
   */
  signInUrl({ state, nonce, verifier }: SignInSecrets): Promise<URL> {
    return this.asking(async (configuration) => {
      const { PORTAL_SCOPE, PORTAL_SIGN_IN_PARAMETERS } = settingsOf(this.settings, PORTAL_SETTINGS);
      return openid.buildAuthorizationUrl(configuration, {
        ...PORTAL_SIGN_IN_PARAMETERS,
        redirect_uri: this.callbackUrl().href,
        scope: PORTAL_SCOPE,
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
    });
  }

  /**
   * Exchanges a code for tokens. The identity token's signature, issuer, audience, nonce and times
   * are checked.
   * @param query of the address to which the browser returned
   * @throws 403 for a refusal or an untrusted response, 503 if the provider does not answer
   */
  signIn(query: string, { state, nonce, verifier }: SignInSecrets): Promise<SignedIn> {
    return this.asking(async (configuration) => {
      const answered = this.callbackUrl();
      answered.search = query;
      const tokens = await openid.authorizationCodeGrant(configuration, answered, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const said = personClaims(tokens.claims()!);
      // Logged and answered like every other untrusted response.
      if (!said) throw new Error('The claims of the identity token are malformed.');
      return { ...said, tokens: { access: tokens.access_token, refresh: tokens.refresh_token ?? null } };
    });
  }

  /**
   * New tokens for a refresh token, which stays the same if the response has none.
   * @throws 403 if the provider has ended it, 503 if the provider does not answer
   */
  renew(refreshToken: string): Promise<ProviderTokens> {
    return this.asking(async (configuration) => {
      const tokens = await openid.refreshTokenGrant(configuration, refreshToken);
      return { access: tokens.access_token, refresh: tokens.refresh_token ?? refreshToken };
    });
  }

  /**
   * The URL at which the browser also signs out of the provider; null if the provider has no such
   * page or does not answer.
   */
  async signOutUrl(): Promise<string | null> {
    try {
      const configuration = await this.configuration();
      if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
      return openid.buildEndSessionUrl(configuration, {
        post_logout_redirect_uri: `${this.address.get().origin}${SIGNED_OUT_PAGE}`,
      }).href;
    } catch {
      return null;
    }
  }

  /** Notifies the provider that a refresh token is no longer used, without waiting for success. */
  async forget(refreshToken: string): Promise<void> {
    try {
      const configuration = await this.configuration();
      if (configuration.serverMetadata().revocation_endpoint === undefined) return;
      await openid.tokenRevocation(configuration, refreshToken);
    } catch (error) {
      this.logger.warn({ msg: 'a refresh token could not be revoked', ...factsOf(error) });
    }
  }

  private callbackUrl(): URL {
    return new URL(CALLBACK_PATH, this.address.get().origin);
  }

  private async asking<T>(work: (configuration: openid.Configuration) => Promise<T>): Promise<T> {
    try {
      return await work(await this.configuration());
    } catch (error) {
      const facts = factsOf(error);
      const failure = failureOf(facts);
      // Only names and codes: a message may contain the provider's text.
      this.logger.warn({ msg: 'sign-in at the identity provider failed', failure, ...facts });
      throw failure === 'unavailable'
        ? new PlatformError(PORTAL_ERRORS.identityProviderUnavailable, { retryAfterSeconds: RETRY_SECONDS })
        : new PlatformError(PORTAL_ERRORS.signInRefused);
    }
  }

  private configuration(): Promise<openid.Configuration> {
    this.found ??= this.discover().catch((error: unknown) => {
      this.found = undefined;
      throw error;
    });
    return this.found;
  }

  private discover(): Promise<openid.Configuration> {
    const { PORTAL_CLIENT_ID = '', PORTAL_CLIENT_SECRET } = settingsOf(this.settings, PORTAL_SETTINGS);
    const { issuer: issuerUrl, clockToleranceSeconds } = this.settings.bearer!;
    const issuer = new URL(issuerUrl);
    return openid.discovery(
      issuer,
      PORTAL_CLIENT_ID,
      { [openid.clockTolerance]: clockToleranceSeconds },
      PORTAL_CLIENT_SECRET === undefined ? openid.None() : openid.ClientSecretBasic(PORTAL_CLIENT_SECRET),
      {
        timeout: ANSWER_SECONDS,
        execute: [
          openid.enableNonRepudiationChecks,
          // Settings have refused plain http to any other machine.
          ...(issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
        ],
      },
    );
  }
}
