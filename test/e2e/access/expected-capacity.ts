import { PARTNERS, PEOPLE, STAFF } from './expected-roles.js';

const PARTNERS_AND_STAFF = [...PARTNERS, ...STAFF];

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
