import type { Scope } from '../../../src/core/shared/roles.js';
import { STAFF } from './expected-roles.js';

interface Callers {
  readonly sessions: readonly Scope[];
  readonly keys: readonly Scope[];
}
interface Particulars {
  readonly project?: 'optional';
  readonly body?: object;
  readonly admitted?: number;
}

/** A route about caller requests; the path names an id that does not exist. */
const aboutRequests = (
  method: 'get' | 'post',
  path: string,
  { sessions, keys }: Callers,
  rest: Particulars = {},
) => ({
  method,
  path: `/v1/compliance/caller-requests${path}`,
  sessions,
  keys,
  takesClient: true,
  namedByStaff: true as const,
  project: 'none' as const,
  ...rest,
});
/** Callers with these scopes, by session and by key. */
const both = (...scopes: readonly Scope[]): Callers => ({
  sessions: scopes,
  keys: scopes,
});
const REQUEST_READERS = both('client_admin', ...STAFF);

/** Routes of caller requests (caller-requests section 6). */
export const CALLER_REQUEST_ROUTES = [
  aboutRequests('get', '', REQUEST_READERS, { project: 'optional' }),
  aboutRequests('get', '/open-count', REQUEST_READERS, { project: 'optional' }),
  aboutRequests('get', '/csv', both('client_admin'), { project: 'optional' }),
  aboutRequests(
    'post',
    '',
    { sessions: STAFF, keys: [...STAFF, 'support-ingest'] },
    { body: {}, admitted: 400 },
  ),
  aboutRequests('post', '/:request_id/status-transitions', both(...STAFF), { body: {}, admitted: 400 }),
  aboutRequests('get', '/:request_id', both(...STAFF), { admitted: 404 }),
];
