/** Whether a browser navigates: it asks for HTML, and programs do not. */
export const isNavigation = (method: string, accept: string | undefined): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  (accept ?? '').split(',').some((range) => range.trim().startsWith('text/html'));

// Addresses of programs, the portal's assets, and the pages for people without an account. They answer
// a browser by themselves, also where they have nothing.
const NO_PAGES = new Set([
  ...['', 'v1', 'api', 'internal', 'docs', 'openapi.json', 'portal'],
  ...['i', 'demo'],
]);

/**
 * Whether a request gets the page (portal-sessions 8.1). The root has a JSON answer for everything
 * else. Which addresses have a page the portal alone knows: it says so to the person where one has
 * none.
 */
export function wantsPage(method: string, path: string, accept: string | undefined): boolean {
  if (!isNavigation(method, accept)) return false;
  const [, first = ''] = path.split('/');
  // A mail program may have written the # behind a page as %23.
  return path === '/' || !NO_PAGES.has(first.replace(/%23.*/, ''));
}
