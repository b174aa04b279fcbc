import { PARTNERS, PEOPLE, STAFF } from './expected-roles.js';

const PARTNERS_AND_STAFF = [...PARTNERS, ...STAFF];

/** The permitted callers of capacity routes, copied by hand from the contract's table. */
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
    // The request lacks a range.
    admitted: 422,
  },
] as const;
