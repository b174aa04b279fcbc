// Longer than any address of a view; stored with the sign-in.
const MAX_LENGTH = 2000;

// Printable ASCII without a backslash, which browsers read as a slash.
const PLAIN = /^\/[\x21-\x5b\x5d-\x7e]*$/;

/**
 * The page after signing in: the requested path if it is one of the portal's own, else its first
 * page (portal-sessions 1.5). Routes that sign in do not count, because they would cause a redirect
 * loop.
 * @param origin the portal's
 */
export function returnPath(asked: unknown, origin: string): string {
  if (typeof asked !== 'string' || asked.length > MAX_LENGTH || !PLAIN.test(asked)) return '/';
  const url = URL.parse(asked, origin);
  // Parsed as a browser does: `//host` and `/..//host` lead elsewhere.
  if (url?.origin !== origin || url.pathname.startsWith('//')) return '/';
  return /^\/(api\/)?v1\//.test(url.pathname) ? '/' : `${url.pathname}${url.search}${url.hash}`;
}
