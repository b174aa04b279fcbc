// The first segments of the pages' addresses. The router of the pages knows the rest.
const PAGES = new Set(
  (
    'clients projects calls analytics campaigns integrations requests alerts status support billing settings ' +
    'guide sign-in invitations'
  ).split(' '),
);

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
 * The status of the page that a request gets, null where it wants none (portal-sessions 8.1). The
 * root has a JSON answer for everything else. The pages also answer an address that none of them
 * has, and say so to the person.
 */
export function pageStatus(method: string, path: string, accept: string | undefined): 200 | 404 | null {
  if (!isNavigation(method, accept)) return null;
  const [, first = ''] = path.split('/');
  if (path === '/' || PAGES.has(first)) return 200;
  // A mail program may have written the # behind a page as %23.
  return NO_PAGES.has(first.replace(/%23.*/, '')) ? null : 404;
}
