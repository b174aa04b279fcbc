import type { Scope } from '../../../src/core/auth/auth-context.js';
import type { Caller } from './callers.js';

type Target = 'none' | 'own' | 'foreign' | 'absent';

/** One request of the matrix. */
export interface Attempt {
  readonly client: Target;
  readonly project: Target;
}

/** Who may call a route, written down from the contract by hand: never derive it from the code. */
export interface ExpectedRoute {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly public?: true;
  readonly sessions: readonly Scope[];
  readonly keys: readonly Scope[];
  /** Whether client_id may be sent. */
  readonly takesClient: boolean;
  /**
   * Where a project may or must be named; a batch answers for each record instead of for the request, and a route
   * about one call names the project by the call in its path.
   */
  readonly project: 'none' | 'optional' | 'required' | 'batch' | 'call';
  /** What is posted; a batch is made for each attempt. */
  readonly body?: object;
  /** Client and project are sent in the body, where a project that is missing has a code of its own: 400. */
  readonly namesInBody?: true;
}

const PEOPLE: readonly Scope[] = [
  'partner_admin',
  'partner_user',
  'client_admin',
  'client_manager',
  'client_staff',
  'service_admin',
  'service_operator',
];
const ANALYTICS_KEYS: readonly Scope[] = [...PEOPLE, 'read-only', 'full-access'];
/** Contract, "Export behaviour" 1; the others are refused by the route itself, which audits it. */
const EXPORTERS: readonly Scope[] = ['client_admin', 'client_manager', 'client_staff', 'partner_admin'];
const PARTNERS: readonly Scope[] = ['partner_admin', 'partner_user'];

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
  {
    method: 'get',
    path: '/v1/partner/me',
    sessions: PARTNERS,
    keys: PARTNERS,
    takesClient: true,
    project: 'none',
  },
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
  {
    method: 'post',
    path: '/v1/calls/export',
    sessions: EXPORTERS,
    keys: EXPORTERS,
    takesClient: true,
    project: 'required',
    namesInBody: true,
    body: { include_caller_info: false, include_transcript_text: false, include_audio_links: false },
  },
  {
    method: 'post',
    path: '/internal/v1/calls',
    sessions: [],
    keys: ['runtime-ingest'],
    takesClient: false,
    project: 'batch',
  },
];

const INTERNAL: readonly (Scope | null)[] = ['service_admin', 'service_operator'];

/** The status the contract gives an attempt: 401 before 404 before 422. */
export function expectedStatus(route: ExpectedRoute, caller: Caller, attempt: Attempt): number {
  if (route.public) return 200;
  if (caller.kind === 'nobody' || caller.scope === null) return 401;
  if (!(caller.kind === 'bearer' ? route.sessions : route.keys).includes(caller.scope)) return 404;
  if (attempt.client === 'foreign' || attempt.client === 'absent') return 404;
  if (caller.kind === 'bearer' && INTERNAL.includes(caller.scope) && attempt.client === 'none') return 404;
  if (route.project === 'optional' || route.project === 'required' || route.project === 'call') {
    if (attempt.project === 'foreign' || attempt.project === 'absent') return 404;
    if (attempt.project === 'none' && route.project === 'required') {
      return route.namesInBody ? 400 : 422;
    }
  }
  return 200;
}

const TARGETS: readonly Target[] = ['none', 'own', 'foreign', 'absent'];

/** Every attempt that means something on the route. */
export function attemptsOn(route: ExpectedRoute): Attempt[] {
  const clients = route.takesClient ? TARGETS : (['none'] as const);
  const projects = route.project === 'none' ? (['none'] as const) : TARGETS;
  const all = clients.flatMap((client) => projects.map((project) => ({ client, project })));
  const mustName = route.project === 'batch' || route.project === 'call';
  return mustName ? all.filter(({ project }) => project !== 'none') : all;
}
