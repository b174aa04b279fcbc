import { describe, expect, it } from 'vitest';
import { wantsPage } from './page-paths.policy.js';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

// portal-sessions 8.1
describe('a request for a page', () => {
  it.each([
    '/',
    '/clients',
    '/calls',
    '/calls/call-1',
    '/analytics',
    '/guide/calls',
    '/settings',
    '/sign-in',
    '/nowhere',
    '/nowhere/at/all',
    '/callsign',
    '/index.html',
  ])('is one of a browser: %s', (path) => {
    expect(wantsPage('GET', path, BROWSER)).toBe(true);
    expect(wantsPage('HEAD', path, BROWSER)).toBe(true);
  });

  it.each([
    ['POST', '/calls', BROWSER],
    ['POST', '/nowhere', BROWSER],
    ['GET', '/calls', 'application/json'],
    ['GET', '/nowhere', 'application/json'],
    ['GET', '/nowhere', '*/*'],
    ['GET', '/', '*/*'],
    ['GET', '/', undefined],
    ['GET', '/v1/calls/list', BROWSER],
    ['GET', '/v1/nowhere', BROWSER],
    ['GET', '/api/v1/calls/list', BROWSER],
    ['GET', '/internal/v1/nowhere', BROWSER],
    ['GET', '/docs', BROWSER],
    ['GET', '/docs/nowhere', BROWSER],
    ['GET', '/openapi.json', BROWSER],
    ['GET', '/portal/assets/gone.js', BROWSER],
    ['GET', '/demo', BROWSER],
    ['GET', '/i', BROWSER],
    ['GET', '/mail', BROWSER],
    ['GET', '/i/assets/gone.js', BROWSER],
    ['GET', '/i%23token', BROWSER],
    ['GET', '//calls', BROWSER],
  ])('is not %s %s with %s', (method, path, accept) => {
    expect(wantsPage(method, path, accept)).toBe(false);
  });
});
