import type { Scope } from '../../../src/core/shared/roles.js';

const PARTNERS_AND_STAFF: readonly Scope[] = [
  'partner_admin',
  'partner_user',
  'service_admin',
  'service_operator',
];
const PEOPLE: readonly Scope[] = [...PARTNERS_AND_STAFF, 'client_admin', 'client_manager', 'client_staff'];

/** The permitted callers of capacity routes, written down from the contract's table by hand. */
export const CAPACITY_ROUTES = [
  {
    method: 'get',
    path: '/v1/capacity/overview',
    sessions: PEOPLE,
    keys: [],
    takesClient: true,
    project: 'none',
  },
  {
    method: 'get',
    path: '/v1/capacity/history',
    sessions: PARTNERS_AND_STAFF,
    keys: PARTNERS_AND_STAFF,
    takesClient: true,
    namedByPeople: true,
    project: 'optional',
    // A range is missing.
    admitted: 422,
  },
] as const;
