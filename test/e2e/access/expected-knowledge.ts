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

const BUILDS = '/v1/projects/:project_id/knowledge/builds';

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

/** The source does not exist, so nothing changes. */
const ABSENT = 404;
const WITHOUT_KEY = 400;
const INVALID = 422;

/** knowledge 1.1, 1.2, 5.1. */
export const KNOWLEDGE_ROUTES = [
  route('get', SOURCES, READERS),
  route('post', SOURCES, ADMINS, { body: {}, admitted: WITHOUT_KEY }),
  route('get', `${SOURCES}/:source_id`, READERS, { admitted: ABSENT }),
  route('patch', `${SOURCES}/:source_id`, ADMINS, { body: {}, admitted: ABSENT }),
  route('delete', `${SOURCES}/:source_id`, ADMINS, { body: {}, admitted: ABSENT }),
  route('get', `${SOURCES}/:source_id/content`, READERS, { admitted: ABSENT }),
  route('put', `${SOURCES}/:source_id/content`, ADMINS, { admitted: ABSENT }),
  route('post', `${SOURCES}/:source_id/refresh`, ADMINS, { body: {}, admitted: ABSENT }),
  route('get', BUILDS, READERS),
  route('post', BUILDS, ADMINS, { body: {}, admitted: WITHOUT_KEY }),
  route('get', `${BUILDS}/:build_id`, READERS, { admitted: ABSENT }),
  route('post', `${BUILDS}/:build_id/cancel`, ADMINS, { body: {}, admitted: ABSENT }),
  route('post', '/v1/projects/:project_id/knowledge/preview', READERS, { body: {}, admitted: INVALID }),
  route('get', '/v1/projects/:project_id/knowledge/gaps', READERS),
] as const;
