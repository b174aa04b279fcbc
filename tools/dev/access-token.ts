import { createHash, randomBytes } from 'node:crypto';
import { API_AUDIENCE, PORTAL_CLIENT } from './portal-client.ts';

/** A local provider answers in milliseconds; ten seconds is for a machine that is busy with something else. */
const ANSWER_MS = 10_000;
/** The flow has four hops; more mean a loop. */
const MAX_HOPS = 8;

/** The identity provider knows nobody of that address. */
export class UnknownUserError extends Error {
  override readonly name = 'UnknownUserError';
}

/** Cookies by name and path, which is all that a conversation with one server on one port needs. */
class CookieJar {
  private readonly cookies = new Map<string, { path: string; pair: string }>();

  keep(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(/;\s*/);
      const value = (name: string) =>
        attributes
          .find((attribute) => attribute.toLowerCase().startsWith(`${name}=`))
          ?.slice(name.length + 1);
      const path = value('path') ?? '/';
      const id = `${pair.split('=')[0]} ${path}`;
      const expires = value('expires');
      if (expires !== undefined && Date.parse(expires) <= Date.now()) this.cookies.delete(id);
      else this.cookies.set(id, { path, pair });
    }
  }

  headerFor(url: URL): string {
    const covers = (path: string) =>
      url.pathname === path || url.pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
    return [...this.cookies.values()]
      .filter(({ path }) => covers(path))
      .map(({ pair }) => pair)
      .join('; ');
  }
}

/**
 * Signs a demo user in as a browser and the portal would: authorization code with PKCE, login form, token
 * endpoint. Gives the access token for the API.
 * @throws UnknownUserError when the provider knows nobody of that address
 */
export async function fetchAccessToken(input: { issuer: string; email: string }): Promise<string> {
  const { authorizationEndpoint, tokenEndpoint } = await discover(input.issuer);
  const verifier = randomBytes(32).toString('base64url');
  const redirectUri = PORTAL_CLIENT.redirectUris[0];
  const authorization = new URL(authorizationEndpoint);
  authorization.search = new URLSearchParams({
    client_id: PORTAL_CLIENT.clientId,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: redirectUri,
    resource: API_AUDIENCE,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString();
  const code = await authorize(authorization, redirectUri, input.email);
  const response = await fetch(tokenEndpoint, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: PORTAL_CLIENT.clientId,
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      resource: API_AUDIENCE,
    }),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  const answer = (await response.json()) as { access_token?: string; error?: string };
  if (answer.access_token === undefined)
    throw new Error(`The token endpoint answered ${answer.error ?? response.status}.`);
  return answer.access_token;
}

async function discover(issuer: string): Promise<{ authorizationEndpoint: string; tokenEndpoint: string }> {
  const response = await fetch(new URL('/.well-known/openid-configuration', issuer), {
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  const document = (await response.json()) as { authorization_endpoint: string; token_endpoint: string };
  return { authorizationEndpoint: document.authorization_endpoint, tokenEndpoint: document.token_endpoint };
}

// Follows the redirects by hand, because the last one leads to a port on which nobody listens: the code is read
// off its address.
async function authorize(start: URL, redirectUri: string, email: string): Promise<string> {
  const jar = new CookieJar();
  let url = start;
  for (let hop = 0; hop < MAX_HOPS; hop++) {
    const isLogin = url.pathname.startsWith('/interaction/');
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: jar.headerFor(url) },
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(isLogin ? { method: 'POST', body: new URLSearchParams({ account: email }) } : {}),
    });
    jar.keep(response);
    await response.body?.cancel();
    if (isLogin && response.status === 403)
      throw new UnknownUserError('The identity provider does not know that address.');
    const location = response.headers.get('location');
    if (location === null)
      throw new Error(`Signing in ended with status ${response.status} at ${url.pathname}.`);
    url = new URL(location, url);
    if (url.href.startsWith(redirectUri)) {
      const code = url.searchParams.get('code');
      if (code === null)
        throw new Error(`Signing in was refused: ${url.searchParams.get('error') ?? 'no reason given'}.`);
      return code;
    }
  }
  throw new Error('Signing in does not come to an end.');
}
