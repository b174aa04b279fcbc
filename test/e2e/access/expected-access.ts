import type { Caller } from './callers.js';
import { CALLER_REQUEST_ROUTES } from './expected-caller-requests.js';
import { CAMPAIGN_ROUTES } from './expected-campaigns.js';
import { CAPACITY_ROUTES } from './expected-capacity.js';
import { PORTAL_AND_SECURITY_ROUTES } from './expected-portal.js';
import { BILLING_ROUTES, MESSAGE_INGEST } from './expected-billing.js';
import { DIRECT_INPUT_ROUTES } from './expected-direct-input.js';
import { FOLLOW_UP_ROUTES } from './expected-follow-up.js';
import { PARTNER_CLIENT_ROUTES } from './expected-partner-clients.js';
import { EXPORT_ROUTES } from './expected-exports.js';
import { KNOWLEDGE_ROUTES } from './expected-knowledge.js';
import { PEOPLE_ROUTES } from './expected-people.js';
import { DIRECTORY_ROUTES } from './expected-directory.js';
import { PORTAL_ROUTES } from './expected-portal-sessions.js';
import { PRIVACY_ROUTES } from './expected-privacy.js';
import { ANALYTICS_KEYS, PARTNERS, PEOPLE, STAFF } from './expected-roles.js';
import { SUPPORT_ATTACHMENT_ROUTES } from './expected-support-attachments.js';
import { SUPPORT_ROUTES } from './expected-support.js';
import { UNLOCK_ROUTES } from './expected-unlocks.js';
import { BREAK_GLASS_ROUTES } from './expected-break-glass.js';
import { SSO_ROUTES } from './expected-single-sign-on.js';
import { SECOND_FACTOR_ROUTES } from './expected-second-factors.js';
import { WEBHOOK_ROUTES } from './expected-webhooks.js';
import { WORKSPACE_RELEASES, WORKSPACE_SECTIONS } from './expected-workspace.js';
import type { Scope } from '../../../src/core/shared/roles.js';

type Target = 'none' | 'own' | 'foreign' | 'absent';

/** One request of the matrix. */
export interface Attempt {
  readonly client: Target;
  readonly project: Target;
}

/**
 * The permitted callers of a route, copied by hand from the contract: never derive them from the
 * code.
 */
export interface ExpectedRoute {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  readonly path: string;
  readonly public?: true;
  /** For any person with a token, without a client; `sessions` does not apply. */
  readonly personal?: true;
  readonly sessions: readonly Scope[];
  readonly keys: readonly Scope[];
  readonly takesClient: boolean;
  readonly clientInPath?: true;
  /** People must send client_id: a default assignment does not replace it (access 4.5). */
  readonly namedByPeople?: true;
  /** Internal roles must send client_id with a key too (caller-requests 6.3). */
  readonly namedByStaff?: true;
  /**
   * Where a project may or must be named; a batch answers for each record instead of for the
   * request, a route about one project names it in its path, and one about a call names the project
   * by the call there.
   */
  readonly project: 'none' | 'optional' | 'required' | 'batch' | 'params' | 'call';
  /** The body of the POST request; a batch is created for each attempt. */
  readonly body?: object;
  /**
   * Client and project are sent in the body, where a project that is missing has a code of its own:
   * 400.
   */
  readonly namesInBody?: true;
  /**
   * The status for permitted callers, if it is not 200: writes are left incomplete, so that nothing
   * changes.
   */
  readonly admitted?: number;
}

const PROJECT_READERS: readonly Scope[] = [...PARTNERS, ...STAFF];
const PROJECT_WRITERS: Pick<ExpectedRoute, 'sessions' | 'keys'> = {
  sessions: ['partner_admin'],
  keys: ['partner_admin'],
};
/** An API key cannot be a member of a partner organisation. */
const ASSIGNERS: Pick<ExpectedRoute, 'sessions' | 'keys'> = { sessions: ['partner_admin'], keys: [] };
const WITHOUT_KEY = 400;
const WITHOUT_FIELDS = 422;
/** Scopes that only keys have. */
const LEGACY_KEYS: readonly Scope[] = ['read-only', 'full-access'];
const NOBODY: Pick<ExpectedRoute, 'sessions' | 'keys'> = { sessions: [], keys: [] };

const analytics = (path: string, project: 'optional' | 'required'): ExpectedRoute => ({
  method: 'get',
  path,
  sessions: PEOPLE,
  keys: ANALYTICS_KEYS,
  takesClient: true,
  project,
});

const aboutCall = (path: string, body?: object): ExpectedRoute => ({
  method: body ? 'post' : 'get',
  path,
  sessions: PEOPLE,
  keys: ANALYTICS_KEYS,
  takesClient: true,
  project: 'call',
  ...(body ? { body } : {}),
});

/** A route about the project in its path, for these sessions and keys. */
const aboutProject = (
  method: ExpectedRoute['method'],
  path: string,
  callers: Pick<ExpectedRoute, 'sessions' | 'keys'>,
  body?: object,
): ExpectedRoute => ({
  method,
  path,
  ...callers,
  takesClient: true,
  project: 'params',
  ...(body ? { body } : {}),
});

/** A change of an API key; the path names a key that does not exist. */
const aboutKeys = (path: string): ExpectedRoute => ({
  method: 'post',
  path: `/v1/partner/api-keys${path}`,
  sessions: ['partner_admin'],
  keys: [],
  takesClient: true,
  namedByPeople: true,
  project: 'none',
  body: {},
  admitted: WITHOUT_KEY,
});

/** The routes of the voice runtime. */
const forRuntime = (method: 'get' | 'post', path: string, admitted: number): ExpectedRoute => ({
  method,
  path: `/internal/v1/projects/:project_id/${path}`,
  sessions: [],
  keys: ['runtime-ingest'],
  takesClient: false,
  project: 'params',
  ...(method === 'post' && { body: {} }),
  admitted,
});

const open = (path: string): ExpectedRoute => ({
  method: 'get',
  path,
  public: true,
  sessions: [],
  keys: [],
  takesClient: false,
  project: 'none',
});

export const EXPECTED_ROUTES: readonly ExpectedRoute[] = [
  open('/'),
  open('/v1/health'),
  // Without a secret for checking signatures, the route does not exist.
  { ...open('/v1/billing/provider-events'), method: 'post', body: {}, admitted: 404 },
  { ...open('/v1/public/demo/dial-me/challenge'), admitted: 404 },
  { ...open('/v1/public/demo/dial-me'), method: 'post', body: {}, admitted: 404 },
  {
    method: 'get',
    path: '/v1/partner/me',
    sessions: PARTNERS,
    keys: PARTNERS,
    takesClient: true,
    project: 'none',
  },
  ...['voices', 'models'].map((list): ExpectedRoute => ({
    method: 'get',
    path: `/v1/catalogs/${list}`,
    sessions: PEOPLE,
    keys: ANALYTICS_KEYS,
    takesClient: true,
    project: 'none',
  })),
  {
    method: 'get',
    path: '/v1/partner/api-keys',
    sessions: PARTNERS,
    keys: PARTNERS,
    takesClient: true,
    namedByPeople: true,
    project: 'none',
  },
  ...PEOPLE_ROUTES,
  ...BREAK_GLASS_ROUTES,
  ...SSO_ROUTES,
  ...CAPACITY_ROUTES,
  ...PORTAL_AND_SECURITY_ROUTES,
  ...PARTNER_CLIENT_ROUTES,
  ...PRIVACY_ROUTES,
  aboutKeys(''),
  aboutKeys('/revoke-by-creator'),
  aboutKeys('/:key_id/rotate'),
  aboutKeys('/:key_id/revoke'),
  ...WEBHOOK_ROUTES,
  ...PORTAL_ROUTES,
  ...SECOND_FACTOR_ROUTES,
  ...DIRECTORY_ROUTES,
  ...BILLING_ROUTES,
  MESSAGE_INGEST,
  ...DIRECT_INPUT_ROUTES,
  analytics('/v1/calls/list', 'optional'),
  analytics('/v1/calls/summary', 'optional'),
  analytics('/v1/calls/timeline', 'optional'),
  analytics('/v1/calls/sentiment', 'optional'),
  analytics('/v1/calls/sentiment/timeline', 'optional'),
  analytics('/v1/calls/provider-performance', 'optional'),
  analytics('/v1/calls/outcomes', 'required'),
  analytics('/v1/calls/dashboard/privacy-aggregates', 'required'),
  aboutCall('/v1/calls/:call_id'),
  aboutCall('/v1/calls/:call_id/inline-preview'),
  aboutCall('/v1/calls/:call_id/transcript-download'),
  aboutCall('/v1/calls/:call_id/transcript/pdf'),
  aboutCall('/v1/calls/:call_id/audit-pii-access', { access_type: 'view_phone', accessed_by: 'user-1' }),
  ...FOLLOW_UP_ROUTES,
  ...SUPPORT_ATTACHMENT_ROUTES,
  ...UNLOCK_ROUTES,
  ...SUPPORT_ROUTES,
  ...EXPORT_ROUTES,
  {
    method: 'get',
    path: '/v1/projects',
    sessions: PEOPLE,
    keys: [...PEOPLE, ...LEGACY_KEYS, 'support-ingest'],
    takesClient: true,
    project: 'none',
  },
  {
    method: 'post',
    path: '/v1/projects',
    sessions: ['partner_admin'],
    keys: ['partner_admin'],
    takesClient: true,
    project: 'none',
    body: {},
    admitted: WITHOUT_KEY,
  },
  aboutProject('get', '/v1/projects/:project_id/lifecycle', {
    sessions: PROJECT_READERS,
    keys: PROJECT_READERS,
  }),
  {
    ...aboutProject('patch', '/v1/projects/:project_id/lifecycle', PROJECT_WRITERS, {}),
    admitted: WITHOUT_FIELDS,
  },
  { ...aboutProject('post', '/v1/projects/:project_id/archive', PROJECT_WRITERS, {}), admitted: WITHOUT_KEY },
  { ...aboutProject('post', '/v1/projects/:project_id/restore', PROJECT_WRITERS, {}), admitted: WITHOUT_KEY },
  {
    ...aboutProject('post', '/v1/projects/:project_id/assignments', ASSIGNERS, {}),
    admitted: WITHOUT_KEY,
  },
  {
    ...aboutProject('delete', '/v1/projects/:project_id/assignments/:assignment_id', ASSIGNERS, {}),
    admitted: WITHOUT_KEY,
  },
  aboutProject('get', '/v1/projects/:project_id', {
    sessions: PROJECT_READERS,
    keys: [...PROJECT_READERS, ...LEGACY_KEYS, 'support-ingest'],
  }),
  aboutProject('patch', '/v1/projects/:project_id', NOBODY, { display_name: 'Renamed' }),
  aboutProject(
    'put',
    '/v1/projects/:project_id',
    { sessions: [], keys: ['full-access'] },
    { rate_per_minute: 0.15 },
  ),
  aboutProject('get', '/v1/projects/:project_id/billing-config', { sessions: [], keys: LEGACY_KEYS }),
  aboutProject('get', '/v1/projects/:project_id/billing-summary', { sessions: [], keys: LEGACY_KEYS }),
  ...[...WORKSPACE_SECTIONS, ...WORKSPACE_RELEASES].map(
    ({ method, path, sessions, keys, body, admitted = 200 }) => ({
      ...aboutProject(method, `/v1/projects/:project_id${path}`, { sessions, keys }, body),
      admitted,
    }),
  ),
  ...KNOWLEDGE_ROUTES,
  {
    method: 'post',
    path: '/internal/v1/calls',
    sessions: [],
    keys: ['runtime-ingest'],
    takesClient: false,
    project: 'batch',
  },
  // The requested projects have no published version.
  forRuntime('get', 'configuration', 404),
  forRuntime('post', 'runtime-reports', WITHOUT_FIELDS),
  forRuntime('post', 'configuration/choose', WITHOUT_FIELDS),
  forRuntime('post', 'test-calls/take', 200),
  forRuntime('post', 'test-calls/:test_call_id/reports', WITHOUT_FIELDS),
  forRuntime('post', 'conversation-tests/take', 200),
  forRuntime('post', 'conversation-tests/runs/:run_id/reports', WITHOUT_FIELDS),
  forRuntime('post', 'knowledge/query', WITHOUT_FIELDS),
  { ...forRuntime('get', '', 200), path: '/internal/v1/waiting-tests', project: 'none' },
  ...CALLER_REQUEST_ROUTES,
  ...CAMPAIGN_ROUTES.map((route) => ({ takesClient: true, project: 'none', ...route }) as const),
];

const INTERNAL: readonly (Scope | null)[] = ['service_admin', 'service_operator'];

/** Whether a protected route admits the caller's role. */
export const isAdmitted = (route: ExpectedRoute, { kind, scope }: Caller): boolean =>
  scope !== null && (kind === 'bearer' ? route.sessions : route.keys).includes(scope);

/** The status the contract gives an attempt: 401 before 404 before 422. */
export function expectedStatus(route: ExpectedRoute, caller: Caller, attempt: Attempt): number {
  if (route.public) return route.admitted ?? 200;
  if (caller.kind === 'nobody' || caller.scope === null) return 401;
  if (route.personal) return caller.kind === 'bearer' ? (route.admitted ?? 200) : 404;
  if (!isAdmitted(route, caller)) return 404;
  if (attempt.client === 'foreign' || attempt.client === 'absent') return 404;
  const isStaff = INTERNAL.includes(caller.scope);
  const isNamed =
    caller.kind === 'bearer' ? route.namedByPeople || isStaff : route.namedByStaff === true && isStaff;
  if (route.takesClient && isNamed && attempt.client === 'none') return 404;
  if (route.project !== 'none' && route.project !== 'batch') {
    if (attempt.project === 'foreign' || attempt.project === 'absent') return 404;
    if (attempt.project === 'none' && route.project === 'required') {
      return route.namesInBody ? 400 : 422;
    }
  }
  return route.admitted ?? 200;
}

/** Whether the path names the project or one of its calls. */
export const isInPath = ({ project }: ExpectedRoute): boolean => project === 'params' || project === 'call';

const TARGETS: readonly Target[] = ['none', 'own', 'foreign', 'absent'];

function clientTargets({ takesClient, clientInPath }: ExpectedRoute): readonly Target[] {
  if (!takesClient) return ['none'];
  return clientInPath ? TARGETS.filter((target) => target !== 'none') : TARGETS;
}

export function attemptsOn(route: ExpectedRoute): Attempt[] {
  const clients = clientTargets(route);
  const projects = route.project === 'none' ? (['none'] as const) : TARGETS;
  const all = clients.flatMap((client) => projects.map((project) => ({ client, project })));
  const mustName = route.project === 'batch' || isInPath(route);
  return mustName ? all.filter(({ project }) => project !== 'none') : all;
}
