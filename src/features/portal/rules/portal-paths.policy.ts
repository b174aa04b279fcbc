/**
 * The credentials that a path accepts: only a session (`alone`), or also a token (`beside_tokens`).
 */
type SessionUse = 'alone' | 'beside_tokens';

/** An address that accepts the cookie, and the address of its route. */
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
