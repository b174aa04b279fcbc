// The first segments of the pages' addresses. The router of the pages knows the rest.
const PAGES = new Set(
  (
    'clients projects calls analytics campaigns integrations requests alerts status support billing settings ' +
    'sign-in invitations'
  ).split(' '),
);

/**
 * Whether a request wants a page (portal-sessions 8.1): a browser's address line asks for HTML, and programs do not. The root has a JSON
 * answer for everything else.
 */
export function isPageRequest(method: string, path: string, accept: string | undefined): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (!(accept ?? '').split(',').some((range) => range.trim().startsWith('text/html'))) return false;
  const [, first = ''] = path.split('/');
  return path === '/' || PAGES.has(first);
}
