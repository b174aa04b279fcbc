// The first segments of the pages' addresses. The router of the pages knows the rest.
const PAGES = new Set(
  (
    'clients projects calls analytics campaigns integrations requests alerts status support billing settings ' +
    'sign-in invitations'
  ).split(' '),
);

/**
 * Whether a request is the navigation of a browser: its address line asks for HTML, and programs do
 * not.
 */
export const isNavigation = (method: string, accept: string | undefined): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  (accept ?? '').split(',').some((range) => range.trim().startsWith('text/html'));

/**
 * Whether a request wants a page (portal-sessions 8.1). The root has a JSON answer for everything
 * else.
 */
export function isPageRequest(method: string, path: string, accept: string | undefined): boolean {
  if (!isNavigation(method, accept)) return false;
  const [, first = ''] = path.split('/');
  return path === '/' || PAGES.has(first);
}
