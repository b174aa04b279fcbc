/** A row of the table of expectations; see `ExpectedRoute`. */
interface PortalRow {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  readonly path: string;
  readonly public: true;
  readonly admitted: number;
  readonly sessions: readonly [];
  readonly keys: readonly [];
  readonly takesClient: false;
  readonly project: 'none';
  readonly body?: object;
}

const ofPortal = (method: PortalRow['method'], path: string, admitted: number): PortalRow => ({
  method,
  path: `/v1/portal/${path}`,
  public: true,
  admitted,
  sessions: [],
  keys: [],
  takesClient: false,
  project: 'none',
  ...(method === 'post' || method === 'put' ? { body: {} } : {}),
});

/**
 * Only for browsers with a session: every key and token gets 403, and signing in needs a portal.
 */
export const PORTAL_ROUTES: readonly PortalRow[] = [
  ofPortal('get', 'sign-in', 404),
  ofPortal('get', 'callback', 404),
  ofPortal('post', 'sign-in/address', 400),
  ofPortal('get', 'oidc/:connection_id/callback', 404),
  ofPortal('get', 'saml/:connection_id/metadata', 404),
  ofPortal('post', 'saml/:connection_id/acs', 415),
  ofPortal('get', 'saml/:connection_id/finish', 404),
  // For a holder of break-glass; this application has no portal and no challenge.
  ofPortal('post', 'break-glass/challenge', 404),
  ofPortal('post', 'break-glass/sign-in', 400),
  ofPortal('get', 'jwks', 404),
  ofPortal('get', 'session', 403),
  ofPortal('get', 'sessions', 403),
  ofPortal('delete', 'sessions/:session_id', 403),
  ofPortal('put', 'profile', 403),
  ofPortal('post', 'sessions/revoke-others', 403),
  ofPortal('post', 'sign-out', 403),
];
