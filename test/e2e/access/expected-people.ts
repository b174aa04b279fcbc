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

/** More roles than administrators may use report schedules (report-schedules 1.1). */
const aboutReports = (method: PeopleRoute['method'], path: string, admitted: number): PeopleRoute => ({
  ...aboutPeople(method, `/report-schedules${path}`, admitted),
  sessions: ['client_admin', 'client_manager', 'partner_admin', 'partner_user'],
});

const ofMailLink = (path: string): PeopleRoute => ({
  ...aboutPeople('post', '', 200),
  path,
  takesClient: false,
  public: true,
  sessions: [],
});

/** The permitted callers of routes about people, copied by hand from the contract. */
export const PEOPLE_ROUTES: readonly PeopleRoute[] = [
  aboutPeople('get', '/people', 200),
  // The paths name ids that do not exist.
  aboutPeople('get', '/people/:user_id', 404),
  // These routes answer wrong fields with 400.
  aboutPeople('patch', '/people/:user_id', 400),
  // Sent without an Idempotency-Key.
  aboutPeople('post', '/people/:user_id/deactivate', 400),
  aboutPeople('post', '/people/:user_id/reactivate', 400),
  aboutPeople('post', '/people/:user_id/mfa-reset', 404),
  aboutPeople('get', '/invitations', 200),
  aboutPeople('post', '/invitations', 400),
  aboutPeople('post', '/invitations/:invitation_id/resend', 400),
  aboutPeople('post', '/invitations/:invitation_id/withdraw', 400),
  // For any person, without a client; without fields the answer is 400.
  { ...aboutPeople('post', '/invitations/accept', 400), takesClient: false, personal: true },
  // Email routing (email-routing 1.1): the id in the paths belongs to no address.
  aboutPeople('get', '/email-routing/addresses', 200),
  aboutPeople('post', '/email-routing/addresses', 400),
  aboutPeople('post', '/email-routing/addresses/:address_id/resend', 404),
  aboutPeople('patch', '/email-routing/addresses/:address_id', 404),
  aboutPeople('delete', '/email-routing/addresses/:address_id', 404),
  aboutPeople('get', '/email-routing/rules', 200),
  aboutPeople('put', '/email-routing/rules', 400),
  // Report schedules: the paths name ids that do not exist.
  aboutReports('get', '', 200),
  aboutReports('post', '', 400),
  aboutReports('post', '/preview', 400),
  aboutReports('get', '/:schedule_id', 404),
  aboutReports('patch', '/:schedule_id', 404),
  aboutReports('delete', '/:schedule_id', 404),
  aboutReports('get', '/:schedule_id/deliveries', 404),
  aboutReports('post', '/:schedule_id/preview', 404),
  aboutReports('post', '/:schedule_id/sample', 404),
  // For anyone with a link from a mail (email-routing 3.3): every caller gets the same answer.
  ofMailLink('/v1/email-routing/verify'),
  ofMailLink('/v1/email-routing/unsubscribe'),
  // For anyone with a link; without one the answer is 400.
  { ...aboutPeople('post', '/invitations/preview', 400), takesClient: false, public: true, sessions: [] },
];
