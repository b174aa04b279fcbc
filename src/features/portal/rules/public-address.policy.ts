/** The `at` of a sign-in that was redirected to the public address: a proxy may hide its arrival. */
export const PUBLIC = 'public';

/**
 * The public address to send a browser to that begins its sign-in at another name of this host. The
 * cookie of the sign-in and the answer of the provider meet at the public address alone
 * (portal-sessions 1.12).
 * @param host the request's header
 * @param origin the portal's
 * @param returnTo a path of the portal
 * @returns null where the browser is at the public address
 */
export function publicSignIn(host: string | undefined, origin: string, returnTo: string): string | null {
  const portal = new URL(origin);
  // As a browser writes it: without the port that the scheme has anyway.
  if (URL.parse(`${portal.protocol}//${host}`)?.host === portal.host) return null;
  const url = new URL('/v1/portal/sign-in', origin);
  url.search = new URLSearchParams({ return_to: returnTo, at: PUBLIC }).toString();
  return url.href;
}
