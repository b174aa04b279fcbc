import { describe, expect, it } from 'vitest';
import { forwardedTarget } from './portal-paths.policy.js';

// portal-sessions 5.1
describe('an address of the portal', () => {
  it.each([
    ['/api/v1/calls/list?page=2', '/v1/calls/list?page=2'],
    ['/api/v1/', '/v1/'],
    ['/api/v1/portal/sessions', '/v1/portal/sessions'],
    ['/api/v1//internal/v1/calls', '/v1//internal/v1/calls'],
    ['/api/v1/../internal/v1/calls', '/v1/../internal/v1/calls'],
  ])('%s leads to the route %s', (url, route) => {
    expect(forwardedTarget(url)).toEqual({ use: 'alone', url: route });
  });

  it.each(['/api/partner-clients', '/api/partner-clients?search=x', '/api/partner-clients/acme/users'])(
    '%s leads to itself, for tokens too',
    (url) => {
      expect(forwardedTarget(url)).toEqual({ use: 'beside_tokens', url });
    },
  );

  it.each([
    '/',
    '/api',
    '/api/',
    '/api/v1',
    '/api/v10/calls',
    '/API/v1/calls',
    '/api/internal/v1/calls',
    '/api/partner-clientsx',
    '/v1/calls/list',
    '/internal/v1/calls',
    '/x/api/v1/calls',
  ])('%s is none', (url) => {
    expect(forwardedTarget(url)).toBeNull();
  });
});
