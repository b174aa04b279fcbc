import type { Scope } from '../../../src/core/shared/roles.js';
import { CUSTOMERS } from './expected-roles.js';

interface SsoRoute {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  readonly path: string;
  readonly sessions: readonly Scope[];
  readonly keys: readonly Scope[];
  readonly takesClient: boolean;
  readonly project: 'none';
  readonly admitted?: number;
  readonly body?: object;
}

const configured = (method: SsoRoute['method'], path: string, admitted = 200): SsoRoute => ({
  method,
  path: `/v1/security/sso${path}`,
  sessions: ['client_admin'],
  keys: [],
  takesClient: true,
  project: 'none',
  admitted,
  ...(method === 'get' ? {} : { body: {} }),
});

const ONE = '/connections/:connection_id';

/** For people with one of the customer's roles (single-sign-on 4.5). */
const linked = (method: SsoRoute['method'], path: string, admitted: number): SsoRoute => ({
  ...configured(method, '', admitted),
  path: `/v1/portal/directory-links${path}`,
  sessions: CUSTOMERS,
});

/** single-sign-on 1.1 */
export const SSO_ROUTES: readonly SsoRoute[] = [
  configured('get', '/connections'),
  configured('post', '/connections', 400),
  configured('get', ONE, 404),
  configured('patch', ONE, 404),
  configured('delete', ONE, 404),
  configured('post', `${ONE}/activate`, 404),
  configured('post', `${ONE}/disable`, 404),
  configured('post', `${ONE}/test`, 404),
  configured('get', `${ONE}/test`, 404),
  linked('get', '', 200),
  linked('post', '/:connection_id', 404),
  configured('get', '/enforcement'),
  configured('put', '/enforcement', 400),
  configured('get', '/enforcement/preview', 400),
  configured('get', '/domains'),
  configured('post', '/domains', 400),
  configured('post', '/domains/:domain/verify', 404),
  configured('delete', '/domains/:domain', 404),
];
