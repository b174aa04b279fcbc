/** Whether a browser navigates: it accepts HTML, and programs do not. */
export const isNavigation = (method: string, accept: string | undefined): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  (accept ?? '').split(',').some((range) => range.trim().startsWith('text/html'));

// Addresses for programs, the portal's assets, and the pages for people without an account. They
// respond to a browser themselves, even with 404.
const NO_PAGES = new Set([
  ...['', 'v1', 'api', 'internal', 'docs', 'openapi.json', 'portal'],
  ...['i', 'demo', 'mail'],
]);

/**
 * Whether a request gets the page (portal-sessions 8.1). The root has a JSON response for
 * everything else. Only the portal knows which addresses have a page, and tells the person if one
 * has none.
 */
export function wantsPage(method: string, path: string, accept: string | undefined): boolean {
  if (!isNavigation(method, accept)) return false;
  const [, first = ''] = path.split('/');
  // A mail program may have written the # after a page as %23.
  return path === '/' || !NO_PAGES.has(first.replace(/%23.*/, ''));
}
