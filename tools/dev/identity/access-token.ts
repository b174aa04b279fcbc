import { createHash, randomBytes } from 'node:crypto';
import { API_AUDIENCE, PORTAL_CLIENT } from '../portal-client.ts';

/** A local provider answers in milliseconds; a minute allows for a busy machine. */
const ANSWER_MS = 60_000;
/** The flow has four hops; more mean a loop. */
const MAX_HOPS = 8;

/** The identity provider has no user with that address. */
export class UnknownUserError extends Error {
  override readonly name = 'UnknownUserError';
}

/**
 * Signs a demo user in as a browser and the portal would: authorization code with PKCE, login form,
 * token endpoint. Returns the access token for the API.
 * @throws UnknownUserError if the provider has no user with that address
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

// Follows the redirects manually, because the last one leads to a port without a listener: the code
// is in its address.
async function authorize(start: URL, redirectUri: string, email: string): Promise<string> {
  // By name only: no two cookies of one login have the same name.
  const cookies = new Map<string, string>();
  let url = start;
  for (let hop = 0; hop < MAX_HOPS; hop++) {
    const isLogin = url.pathname.startsWith('/interaction/');
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies.values()].join('; ') },
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(isLogin ? { method: 'POST', body: new URLSearchParams({ account: email }) } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      cookies.set(pair.split('=')[0] ?? '', pair);
    }
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
  throw new Error('Signing in does not finish: there are too many redirects.');
}
