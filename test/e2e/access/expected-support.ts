import { PEOPLE } from './expected-roles.js';

const TICKETS = '/v1/support/tickets';
const OF_TICKET = `${TICKETS}/:ticket_id`;

const route = (
  method: 'get' | 'post' | 'patch' | 'delete',
  path: string,
  more: { readonly body?: object; readonly admitted?: number } = {},
) => ({ method, path, sessions: PEOPLE, keys: [], takesClient: true, project: 'none', ...more }) as const;

/** The ticket does not exist, so nothing changes. */
const ABSENT = 404;
const CALLS = { call_ids: ['call-1'] };

/** support 1.1. */
export const SUPPORT_ROUTES = [
  route('get', TICKETS),
  route('post', TICKETS, { body: {}, admitted: 422 }),
  route('get', '/v1/support/badge'),
  route('get', '/v1/support/open-count'),
  route('get', '/v1/support/people'),
  route('post', '/v1/support/text-check', { body: { text: 'Hello.' } }),
  route('get', OF_TICKET, { admitted: ABSENT }),
  route('patch', OF_TICKET, { body: {}, admitted: ABSENT }),
  route('get', `${OF_TICKET}/comments`, { admitted: ABSENT }),
  route('post', `${OF_TICKET}/comments`, { body: { text: 'Hello.' }, admitted: ABSENT }),
  route('post', `${OF_TICKET}/comments/:comment_id/redact`, { body: {}, admitted: ABSENT }),
  route('get', `${OF_TICKET}/related-calls`, { admitted: ABSENT }),
  route('post', `${OF_TICKET}/related-calls`, { body: CALLS, admitted: ABSENT }),
  route('post', `${OF_TICKET}/related-calls/validate`, { body: CALLS, admitted: ABSENT }),
  {
    ...route('delete', `${OF_TICKET}/related-calls/:call_id`, { body: {}, admitted: ABSENT }),
    project: 'call',
  },
  route('get', `${OF_TICKET}/recipients`, { admitted: ABSENT }),
  route('post', `${OF_TICKET}/recipients`, { body: {}, admitted: ABSENT }),
  route('delete', `${OF_TICKET}/recipients/:recipient_id`, { body: {}, admitted: ABSENT }),
] as const;
