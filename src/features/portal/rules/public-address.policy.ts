/** Marks a sign-in that was already redirected to the public address, because a proxy may hide its host. */
export const PUBLIC = 'public';

/**
 * The public address to which a browser is redirected if it begins its sign-in under another name
 * of this host. The cookie of the sign-in and the provider's response only meet at the public
 * address (portal-sessions 1.12).
 * @param host the request's header
 * @param origin the portal's
 * @param returnTo a path of the portal
 * @returns null if the browser is at the public address
 */
export function publicSignIn(host: string | undefined, origin: string, returnTo: string): string | null {
  const portal = new URL(origin);
  // In a browser's notation: without the default port of the scheme.
  if (URL.parse(`${portal.protocol}//${host}`)?.host === portal.host) return null;
  const url = new URL('/v1/portal/sign-in', origin);
  url.search = new URLSearchParams({ return_to: returnTo, at: PUBLIC }).toString();
  return url.href;
}
