import { Inject, Injectable } from '@nestjs/common';
import * as openid from 'openid-client';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import { OutboundFailure } from '../../../core/outbound-http/outbound-failure.js';
import { OutboundHttp } from '../../../core/outbound-http/outbound-http.js';
import type { BegunSignIn, Directory } from '../lookup/sign-in-store.service.js';
import { isExactIssuer } from '../rules/issuer.policy.js';
import { subjectOfToken, type ProvenSubject } from '../rules/proven-subject.policy.js';
import { replyUrl } from '../rules/service-addresses.policy.js';
import { DirectoryFailure } from './directory-failure.js';
import { failureOf, VettedFetch } from './vetted-fetch.js';

/** Clocks of two machines rarely differ by more. */
const SKEW_SECONDS = 30;

/** A directory of OpenID Connect: authorization code with PKCE, state and nonce (single-sign-on 4.2). */
@Injectable()
export class OidcDirectory {
  private readonly origin: string;

  constructor(
    private readonly outbound: OutboundHttp,
    @Inject(SETTINGS) { portal }: Settings,
  ) {
    this.origin = portal.url;
  }

  /**
   * The address at which the person signs in.
   * @param hint the person's address, so that it need not be typed again
   * @throws DirectoryFailure
   */
  signInUrl(
    directory: Directory,
    { nonce, verifier }: Pick<BegunSignIn, 'nonce' | 'verifier'>,
    state: string,
    hint: string | null,
  ): Promise<string> {
    return this.asking(directory, async (configuration) => {
      const { authorization_endpoint: endpoint } = configuration.serverMetadata();
      // The browser, not this service, opens the address; a false one could still send people into
      // a private network.
      if (endpoint !== undefined) await this.outbound.check(endpoint);
      return openid.buildAuthorizationUrl(configuration, {
        redirect_uri: this.replyUrl(directory),
        scope: 'openid profile email',
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(hint !== null && { login_hint: hint }),
      }).href;
    });
  }

  /**
   * Exchanges a code. Issuer, signature, audience, nonce and times of the answer are checked.
   * @param query of the address to which the browser returned
   * @throws DirectoryFailure
   */
  prove(
    directory: Directory,
    { nonce, verifier }: Pick<BegunSignIn, 'nonce' | 'verifier'>,
    state: string,
    query: URLSearchParams,
  ): Promise<ProvenSubject> {
    return this.asking(directory, async (configuration) => {
      const answered = new URL(this.replyUrl(directory));
      answered.search = query.toString();
      const tokens = await openid.authorizationCodeGrant(configuration, answered, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const proven = subjectOfToken(tokens.claims() ?? {});
      if (!proven) throw new DirectoryFailure('answer_not_valid', 'subject');
      return proven;
    });
  }

  private replyUrl({ connectionId }: Directory): string {
    return replyUrl(this.origin, 'oidc', connectionId);
  }

  private async asking<T>(
    { tenant, settings, secret }: Directory,
    work: (configuration: openid.Configuration) => Promise<T>,
  ): Promise<T> {
    const { issuer, client_id: clientId } = settings;
    if (issuer === null || clientId === null) throw new DirectoryFailure('not_set_up');
    const requests = new VettedFetch(this.outbound, tenant);
    try {
      const configuration = await openid.discovery(
        new URL(issuer),
        clientId,
        { [openid.clockTolerance]: SKEW_SECONDS },
        authenticationWith(secret),
        {
          [openid.customFetch]: requests.fetch,
          execute: [
            openid.enableNonRepudiationChecks,
            // OutboundHttp has refused plain http, except to this machine in development.
            ...(issuer.startsWith('http:') ? [openid.allowInsecureRequests] : []),
          ],
        },
      );
      if (!isExactIssuer(issuer, configuration.serverMetadata().issuer))
        throw new DirectoryFailure('issuer_not_exact');
      return await work(configuration);
    } catch (error) {
      throw requests.failure ?? directoryFailureOf(error);
    }
  }
}

/** The method that the directory names; the protocol's default is basic. */
function authenticationWith(secret: string | null): openid.ClientAuth {
  if (secret === null) return openid.None();
  const [basic, post] = [openid.ClientSecretBasic(secret), openid.ClientSecretPost(secret)];
  return (server, client, body, headers) => {
    const named = server.token_endpoint_auth_methods_supported;
    const isPost = named !== undefined && named.includes('client_secret_post');
    (isPost ? post : basic)(server, client, body, headers);
  };
}

/** Refusals of a directory, and answers that cannot be trusted. */
const REFUSALS = new Set(['AuthorizationResponseError', 'ResponseBodyError']);

function directoryFailureOf(error: unknown): DirectoryFailure {
  if (error instanceof DirectoryFailure) return error;
  if (error instanceof OutboundFailure) return failureOf(error);
  if (!(error instanceof Error)) return new DirectoryFailure('answer_not_valid');
  const said = REFUSALS.has(error.name) && 'error' in error ? error.error : undefined;
  if (said !== undefined) return new DirectoryFailure('directory_refused', codeIn(said));
  return new DirectoryFailure('answer_not_valid', codeIn('code' in error ? error.code : undefined));
}

/** Codes are short words; anything else may be a text of the directory. */
const codeIn = (value: unknown): string | null =>
  typeof value === 'string' && /^[A-Za-z_]{1,60}$/.test(value) ? value : null;
