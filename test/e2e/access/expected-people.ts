import type { Scope } from '../../../src/core/shared/roles.js';

const ADMINISTRATORS: readonly Scope[] = ['client_admin', 'partner_admin'];

interface PeopleRoute {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
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

const ofMailLink = (path: string): PeopleRoute => ({
  ...aboutPeople('post', '', 200),
  path,
  takesClient: false,
  public: true,
  sessions: [],
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
  // Email routing (email-routing 1.1): the id in the paths is that of no address.
  aboutPeople('get', '/email-routing/addresses', 200),
  aboutPeople('post', '/email-routing/addresses', 400),
  aboutPeople('post', '/email-routing/addresses/:address_id/resend', 404),
  aboutPeople('patch', '/email-routing/addresses/:address_id', 404),
  aboutPeople('delete', '/email-routing/addresses/:address_id', 404),
  aboutPeople('get', '/email-routing/rules', 200),
  aboutPeople('put', '/email-routing/rules', 400),
  // For everyone who has a link of a mail (email-routing 3.3): all are answered alike.
  ofMailLink('/v1/email-routing/verify'),
  ofMailLink('/v1/email-routing/unsubscribe'),
  // For everyone who has a link: without one it is 400.
  { ...aboutPeople('post', '/invitations/preview', 400), takesClient: false, public: true, sessions: [] },
];
