import type { Scope } from '../../../src/core/shared/roles.js';
import { ANALYTICS_KEYS, PEOPLE } from './expected-roles.js';

const withoutReaders = (scopes: readonly Scope[]): readonly Scope[] =>
  scopes.filter((scope) => scope !== 'partner_user' && scope !== 'read-only');
const ADMINS: readonly Scope[] = ['partner_admin', 'client_admin', 'client_manager'];

/** follow-up 1.2, 7.1. */
export const FOLLOW_UP_ROUTES = [
  {
    method: 'get',
    path: '/v1/calls/:call_id/follow-up',
    sessions: PEOPLE,
    keys: ANALYTICS_KEYS,
    takesClient: true,
    project: 'call',
  },
  {
    method: 'put',
    path: '/v1/calls/:call_id/follow-up',
    sessions: withoutReaders(PEOPLE),
    keys: withoutReaders(ANALYTICS_KEYS),
    takesClient: true,
    project: 'call',
    body: { state: 'open', owner: null, due_at_utc: null, tags: [] },
    // Sent without the etag.
    admitted: 428,
  },
  {
    method: 'get',
    path: '/v1/calls/:call_id/call-back',
    sessions: PEOPLE,
    keys: [],
    takesClient: true,
    project: 'call',
  },
  {
    method: 'get',
    path: '/v1/calls/follow-ups',
    sessions: PEOPLE,
    keys: ANALYTICS_KEYS,
    takesClient: true,
    project: 'optional',
  },
  {
    method: 'get',
    path: '/v1/calls/follow-ups/settings',
    sessions: PEOPLE,
    keys: ANALYTICS_KEYS,
    takesClient: true,
    project: 'none',
  },
  {
    method: 'put',
    path: '/v1/calls/follow-ups/settings',
    sessions: ADMINS,
    keys: ADMINS,
    takesClient: true,
    project: 'none',
    body: {},
    admitted: 422,
  },
] as const;
