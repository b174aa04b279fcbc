import type { Scope } from '../../../src/core/shared/roles.js';

const READERS: readonly Scope[] = [
  'partner_admin',
  'partner_user',
  'client_admin',
  'client_manager',
  'client_staff',
];
const ADMINS: readonly Scope[] = ['partner_admin'];

const SOURCES = '/v1/projects/:project_id/knowledge/sources';

const route = (
  method: 'get' | 'post' | 'put' | 'patch' | 'delete',
  path: string,
  callers: readonly Scope[],
  more: { readonly body?: object; readonly admitted?: number } = {},
) =>
  ({
    method,
    path,
    sessions: callers,
    keys: callers,
    takesClient: true,
    project: 'params',
    ...more,
  }) as const;

/** The source is absent, so that nothing changes. */
const ABSENT = 404;
const WITHOUT_KEY = 400;

/** knowledge 1.1, 1.2. */
export const KNOWLEDGE_ROUTES = [
  route('get', SOURCES, READERS),
  route('post', SOURCES, ADMINS, { body: {}, admitted: WITHOUT_KEY }),
  route('get', `${SOURCES}/:source_id`, READERS, { admitted: ABSENT }),
  route('patch', `${SOURCES}/:source_id`, ADMINS, { body: {}, admitted: ABSENT }),
  route('delete', `${SOURCES}/:source_id`, ADMINS, { body: {}, admitted: ABSENT }),
  route('put', `${SOURCES}/:source_id/content`, ADMINS, { admitted: ABSENT }),
  route('post', `${SOURCES}/:source_id/refresh`, ADMINS, { body: {}, admitted: ABSENT }),
] as const;
