import { describe, expect, it } from 'vitest';
import { isPageRequest } from './page-paths.policy.js';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

// portal-sessions 8.1
describe('a request for a page', () => {
  it.each(['/', '/clients', '/calls', '/calls/call-1', '/analytics', '/settings', '/sign-in'])(
    'is one of a browser: %s',
    (path) => {
      expect(isPageRequest('GET', path, BROWSER)).toBe(true);
      expect(isPageRequest('HEAD', path, BROWSER)).toBe(true);
    },
  );

  it.each([
    ['POST', '/calls', BROWSER],
    ['GET', '/calls', 'application/json'],
    ['GET', '/', '*/*'],
    ['GET', '/', undefined],
    ['GET', '/v1/calls/list', BROWSER],
    ['GET', '/api/v1/calls/list', BROWSER],
    ['GET', '/callsign', BROWSER],
    ['GET', '//calls', BROWSER],
  ])('is not %s %s with %s', (method, path, accept) => {
    expect(isPageRequest(method, path, accept)).toBe(false);
  });
});
