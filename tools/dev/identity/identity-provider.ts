import { generateKeyPair, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import Provider, { interactionPolicy } from 'oidc-provider';
import type { Configuration, JWK, JWKS } from 'oidc-provider';
import { readIfPresent, writePrivateFile } from '../files.ts';
import { memoryStore } from './identity-store.ts';
import { loginPage, problemPage } from './login-page.ts';
import type { IdentityAccount } from './login-page.ts';
import { API_AUDIENCE, DIRECTORY_CLIENT, PORTAL_CLIENT } from '../portal-client.ts';
import { preferredPort } from '../ports.ts';

/** One hour: long enough to work with curl, and like a portal's tokens. */
const ACCESS_TOKEN_SECONDS = 3600;
/** A login form is one short field. */
const MAX_FORM_BYTES = 4096;

const INTERACTION_PATH = /^\/interaction\/[A-Za-z0-9_-]+$/;

interface IdentityProviderOptions {
  readonly accounts: readonly IdentityAccount[];
  /**
   * File (mode 0600) that keeps the signing key and the last port, so that issued tokens stay valid
   * after a restart.
   */
  readonly stateFile?: string;
  /** Private signing keys (RS256) to use instead of the file's or of new ones. */
  readonly jwks?: JWKS;
  /** While this file exists, every request gets 503, like a failing directory. */
  readonly offFile?: string;
}

export interface IdentityProvider {
  readonly issuer: string;
  readonly audience: string;
  readonly jwksUrl: string;
  stop(): Promise<void>;
}

type RedirectRule = (this: object, uri: string) => boolean;

interface SavedState {
  readonly port: number;
  readonly jwks: { readonly keys: readonly JWK[] };
}

/**
 * Runs an OpenID provider on loopback: authorization code with PKCE for the client `portal`, access
 * tokens as RS256 JWTs for the API with the claim `data_env`. The client `directory` is for
 * connections of single sign-on; a second instance plays their directory. Signing in asks for no
 * password: only for local use.
 */
export async function startIdentityProvider(options: IdentityProviderOptions): Promise<IdentityProvider> {
  const saved = readState(options.stateFile);
  const jwks = options.jwks ?? saved?.jwks ?? { keys: [await newSigningKey()] };
  const server = createServer();
  server.listen(await preferredPort(saved?.port), '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  if (options.stateFile !== undefined) writePrivateFile(options.stateFile, JSON.stringify({ port, jwks }));

  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, configurationOf(options.accounts, jwks));
  allowConnections(provider);
  const handleProtocol = provider.callback();
  server.on('request', (request, response) => {
    // No connection outlives its response, so no client reuses a dead one after a restart on the
    // same port.
    response.shouldKeepAlive = false;
    // Otherwise a page of another site whose name resolves to this address could sign itself in.
    if (request.headers.host !== `127.0.0.1:${port}`)
      return send(response, 421, problemPage(`Use ${issuer}.`));
    if (options.offFile !== undefined && existsSync(options.offFile))
      return send(
        response,
        503,
        problemPage(`It is switched off. Delete ${options.offFile} to switch it on.`),
      );
    const { pathname } = new URL(request.url ?? '/', issuer);
    if (!INTERACTION_PATH.test(pathname)) return void handleProtocol(request, response);
    handleLogin(provider, options.accounts, pathname, request, response).catch(() =>
      send(response, 400, problemPage('This login has expired or belongs to another browser. Start again.')),
    );
  });
  return {
    issuer,
    audience: API_AUDIENCE,
    jwksUrl: `${issuer}/jwks`,
    stop: async () => {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Each connection of a client has its own redirect address, which a real directory would list. */
function allowConnections({ Client }: Provider): void {
  const listed = Object.getOwnPropertyDescriptor(Client.prototype, 'redirectUriAllowed')
    ?.value as RedirectRule;
  Client.prototype.redirectUriAllowed = function (this: InstanceType<typeof Client>, uri) {
    return this.clientId === DIRECTORY_CLIENT.clientId
      ? DIRECTORY_CLIENT.redirects.test(uri)
      : listed.call(this, uri);
  };
}

function readState(stateFile: string | undefined): SavedState | null {
  const text = stateFile === undefined ? null : readIfPresent(stateFile);
  return text === null ? null : (JSON.parse(text) as SavedState);
}

/** A new private key for RS256. */
async function newSigningKey(): Promise<JWK> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const kid = randomBytes(8).toString('hex');
  return { ...(privateKey.export({ format: 'jwk' }) as JWK), kid, alg: 'RS256', use: 'sig' };
}

function configurationOf(accounts: readonly IdentityAccount[], jwks: JWKS): Configuration {
  const bySubject = new Map(accounts.map((account) => [account.sub, account]));
  const policy = interactionPolicy.base();
  // The only client is ours, so users need not give consent.
  policy.remove('consent');
  // Each sign-in asks for the person, because people use a demo as several people in one browser.
  policy
    .get('login')!
    .checks.add(
      new interactionPolicy.Check('asked_each_time', 'each sign-in asks who it is', (ctx) =>
        ctx.oidc.result?.login
          ? interactionPolicy.Check.NO_NEED_TO_PROMPT
          : interactionPolicy.Check.REQUEST_PROMPT,
      ),
    );
  return {
    adapter: memoryStore(),
    jwks,
    clients: [
      {
        client_id: PORTAL_CLIENT.clientId,
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        redirect_uris: [...PORTAL_CLIENT.redirectUris],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        require_auth_time: true,
      },
      {
        client_id: DIRECTORY_CLIENT.clientId,
        client_secret: DIRECTORY_CLIENT.clientSecret,
        token_endpoint_auth_method: 'client_secret_post',
        application_type: 'native',
        // Those of connections are added below.
        redirect_uris: ['http://localhost/v1/portal/oidc/callback'],
        response_types: ['code'],
        require_auth_time: true,
      },
    ],
    clientBasedCORS: () => false,
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    claims: { openid: ['sub'], email: ['email'] },
    // A test of a connection shows the claims of the identity token.
    conformIdTokenClaims: false,
    interactions: { policy, url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    ttl: {
      AccessToken: ACCESS_TOKEN_SECONDS,
      IdToken: 3600,
      Interaction: 3600,
      Session: 43_200,
      Grant: 43_200,
      // As long as a portal session may last.
      RefreshToken: 43_200,
    },
    // Without the scope offline_access, which would ask for consent, which this provider does not
    // support.
    issueRefreshToken: (_ctx, client) => Promise.resolve(client.grantTypeAllowed('refresh_token')),
    findAccount: (_ctx, sub) => {
      const account = bySubject.get(sub);
      return account && { accountId: sub, claims: () => ({ sub, email: account.email }) };
    },
    loadExistingGrant: async (ctx) => {
      const { client, session, provider } = ctx.oidc;
      if (!client || !session?.accountId) return undefined;
      const known = session.grantIdFor(client.clientId);
      const found = known === undefined ? undefined : await provider.Grant.find(known);
      if (found) return found;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email');
      grant.addResourceScope(API_AUDIENCE, 'openid');
      await grant.save();
      return grant;
    },
    extraTokenClaims: (_ctx, token) => {
      const account = 'accountId' in token ? bySubject.get(token.accountId) : undefined;
      return account && { data_env: account.dataEnv };
    },
    renderError: (ctx, out) => {
      ctx.type = 'html';
      ctx.body = problemPage(String(out.error_description ?? out.error));
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => API_AUDIENCE,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: 'openid',
          audience: API_AUDIENCE,
          accessTokenFormat: 'jwt',
          accessTokenTTL: ACCESS_TOKEN_SECONDS,
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
  };
}

// Both methods read the login's details from the provider, which requires the login's cookie:
// SameSite, HttpOnly and bound to this path, so no other page can send the form.
async function handleLogin(
  provider: Provider,
  accounts: readonly IdentityAccount[],
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { uid } = await provider.interactionDetails(request, response);
  if (path !== `/interaction/${uid}`) throw new Error('the cookie belongs to another login');
  if (request.method === 'GET') return send(response, 200, loginPage(path, accounts));
  if (request.method !== 'POST')
    return send(response, 405, problemPage('Only GET and POST are answered here.'));
  const email = (await readForm(request)).get('account');
  const account = accounts.find((candidate) => candidate.email === email);
  if (!account) return send(response, 403, problemPage('There is no user with that address here.'));
  await provider.interactionFinished(request, response, { login: { accountId: account.sub } });
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let form = '';
  request.setEncoding('utf8');
  for await (const chunk of request as AsyncIterable<string>) {
    form += chunk;
    if (form.length > MAX_FORM_BYTES) throw new Error('the form is too long');
  }
  return new URLSearchParams(form);
}

function send(response: ServerResponse, status: number, html: string): void {
  if (response.headersSent) return;
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(html);
}
