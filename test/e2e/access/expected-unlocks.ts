import type { Scope } from '../../../src/core/shared/roles.js';
import { PEOPLE } from './expected-roles.js';

const OF_CALL = '/v1/calls/:call_id/pii-unlock-requests';
const ADMINS: readonly Scope[] = ['client_admin'];

const route = (
  method: 'get' | 'post',
  path: string,
  sessions: readonly Scope[],
  more: { readonly body?: object; readonly admitted?: number } = {},
) => ({ method, path, sessions, keys: [], takesClient: true, project: 'call', ...more }) as const;

/** The unlock does not exist, so nothing changes. */
const ABSENT = 404;

/** unlocks 1.1. */
export const UNLOCK_ROUTES = [
  // Without a policy, nothing can be unlocked.
  route('post', OF_CALL, PEOPLE, {
    body: { kinds: ['transcript'], reason_code: 'complaint' },
    admitted: 422,
  }),
  route('get', OF_CALL, PEOPLE),
  route('get', `${OF_CALL}/:unlock_id`, PEOPLE, { admitted: ABSENT }),
  route('post', `${OF_CALL}/:unlock_id/approve`, ADMINS, { body: {}, admitted: ABSENT }),
  route('post', `${OF_CALL}/:unlock_id/deny`, ADMINS, { body: {}, admitted: ABSENT }),
  route('post', `${OF_CALL}/:unlock_id/end`, PEOPLE, { body: {}, admitted: ABSENT }),
  {
    method: 'get',
    path: '/v1/security/pii-unlock-requests',
    sessions: ADMINS,
    keys: [],
    takesClient: true,
    project: 'none',
  },
] as const;
