import { PEOPLE } from './expected-roles.js';
import type { Scope } from '../../../src/core/shared/roles.js';

const ofPerson = (method: 'get' | 'post' | 'delete', path: string, admitted: number, body?: object) => ({
  method,
  path: `/v1/portal/mfa${path}`,
  sessions: PEOPLE,
  keys: [],
  takesClient: true,
  project: 'none' as const,
  admitted,
  ...(body && { body }),
});

const ofPolicy = (method: 'get' | 'put', admitted: number, body?: object) => ({
  method,
  path: '/v1/security/mfa-policy',
  sessions: ['client_admin'] as readonly Scope[],
  keys: [],
  takesClient: true,
  project: 'none' as const,
  admitted,
  ...(body && { body }),
});

/**
 * Everyone may have second factors (second-factors 1.1), and the customer decides about requiring
 * them (3.1).
 */
export const SECOND_FACTOR_ROUTES = [
  ofPerson('get', '', 200),
  ofPerson('post', '/factors', 400, {}),
  // The paths name factors that do not exist.
  ofPerson('post', '/factors/:factor_id/confirm', 400, {}),
  ofPerson('delete', '/factors/:factor_id', 400),
  // The person has no factor.
  ofPerson('post', '/recovery-codes', 409, {}),
  // A token is not a session of the portal.
  ofPerson('post', '/step-up', 403, {}),
  ofPerson('post', '/step-up/confirm', 400, {}),
  ofPolicy('get', 200),
  ofPolicy('put', 400, {}),
];
