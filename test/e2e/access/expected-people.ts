import type { Scope } from '../../../src/core/shared/roles.js';

const ADMINISTRATORS: readonly Scope[] = ['client_admin', 'partner_admin'];

interface PeopleRoute {
  readonly method: 'get' | 'post' | 'patch';
  readonly path: string;
  readonly sessions: readonly Scope[];
  readonly keys: readonly Scope[];
  readonly takesClient: boolean;
  readonly project: 'none';
  readonly admitted: number;
  readonly body?: object;
  readonly personal?: true;
  readonly public?: true;
}

const aboutPeople = (method: PeopleRoute['method'], path: string, admitted: number): PeopleRoute => ({
  method,
  path: `/v1/portal${path}`,
  sessions: ADMINISTRATORS,
  keys: [],
  takesClient: true,
  project: 'none',
  admitted,
  ...(method === 'get' ? {} : { body: {} }),
});

/** The permitted callers of routes about people, written down from the contract by hand. */
export const PEOPLE_ROUTES: readonly PeopleRoute[] = [
  aboutPeople('get', '/people', 200),
  // The ids in the paths are of none.
  aboutPeople('get', '/people/:user_id', 404),
  // Wrong fields are 400 here.
  aboutPeople('patch', '/people/:user_id', 400),
  // Without an Idempotency-Key.
  aboutPeople('post', '/people/:user_id/deactivate', 400),
  aboutPeople('post', '/people/:user_id/reactivate', 400),
  aboutPeople('get', '/invitations', 200),
  aboutPeople('post', '/invitations', 400),
  aboutPeople('post', '/invitations/:invitation_id/resend', 400),
  aboutPeople('post', '/invitations/:invitation_id/withdraw', 400),
  // For every person, in no client: without fields it is 400.
  { ...aboutPeople('post', '/invitations/accept', 400), takesClient: false, personal: true },
  // For everyone who has a link: without one it is 400.
  { ...aboutPeople('post', '/invitations/preview', 400), takesClient: false, public: true, sessions: [] },
];
