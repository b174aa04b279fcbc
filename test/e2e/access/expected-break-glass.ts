import type { Scope } from '../../../src/core/shared/roles.js';

const ofAdministrators = (method: 'get' | 'post' | 'put', path: string, admitted: number) => ({
  method,
  path: `/v1/security/break-glass${path}`,
  sessions: ['client_admin'] as readonly Scope[],
  keys: [],
  takesClient: true,
  project: 'none' as const,
  admitted,
  ...(method !== 'get' && { body: {} }),
});

/** break-glass 1.2 */
export const BREAK_GLASS_ROUTES = [
  ofAdministrators('get', '/holders', 200),
  ofAdministrators('put', '/holders', 400),
  ofAdministrators('post', '/holders/me/prove', 400),
  ofAdministrators('post', '/open', 400),
  // No use was opened by a token of the provider.
  ofAdministrators('post', '/close', 409),
  ofAdministrators('get', '/uses', 200),
  // The paths name uses that do not exist.
  ofAdministrators('get', '/uses/:use_id', 404),
  ofAdministrators('post', '/uses/:use_id/confirm', 404),
];
