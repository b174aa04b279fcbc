import type { Scope } from '../../../src/core/shared/roles.js';

const PARTNERS: readonly Scope[] = ['partner_admin', 'partner_user'];
const ADMINISTRATORS: readonly Scope[] = ['partner_admin'];
const BASE = { keys: [] as readonly Scope[], project: 'none' } as const;
const OF_ALL = { ...BASE, path: '/api/partner-clients', takesClient: false } as const;
const OF_ONE = { ...BASE, takesClient: true, clientInPath: true } as const;
const ONE = '/api/partner-clients/:client_id';

/**
 * The permitted callers of routes about the clients of partners, copied by hand from the contract's
 * table.
 */
export const PARTNER_CLIENT_ROUTES = [
  { ...OF_ALL, method: 'get', sessions: PARTNERS },
  // Sent without an idempotency key.
  { ...OF_ALL, method: 'post', sessions: ADMINISTRATORS, body: {}, admitted: 400 },
  { ...OF_ONE, method: 'get', path: ONE, sessions: PARTNERS },
  { ...OF_ONE, method: 'get', path: `${ONE}/users`, sessions: ADMINISTRATORS },
  { ...OF_ONE, method: 'get', path: `${ONE}/assignable-users`, sessions: ADMINISTRATORS },
  // The body lacks a person.
  { ...OF_ONE, method: 'post', path: `${ONE}/users`, sessions: ADMINISTRATORS, body: {}, admitted: 422 },
  // The path names a person who does not exist.
  { ...OF_ONE, method: 'delete', path: `${ONE}/users/:user_id`, sessions: ADMINISTRATORS, admitted: 404 },
] as const;
