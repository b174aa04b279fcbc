/** How a session counts at a path: `alone`, or `beside_tokens`, where a token is also accepted. */
type SessionUse = 'alone' | 'beside_tokens';

/** An address at which the cookie counts, and the one of the route that answers it. */
export interface ForwardedTarget {
  readonly use: SessionUse;
  readonly url: string;
}

/**
 * The targets of the portal's addresses (portal-sessions 5.1): `/api/v1/...` maps to the route
 * `/v1/...`, the directory of partner clients to itself. Null for every other address.
 */
export function forwardedTarget(url: string): ForwardedTarget | null {
  if (url.startsWith('/api/v1/')) return { use: 'alone', url: url.slice('/api'.length) };
  return /^\/api\/partner-clients(?:[/?]|$)/.test(url) ? { use: 'beside_tokens', url } : null;
}
