import type { Scope } from '../../../src/core/shared/roles.js';
import { ANALYTICS_KEYS, PEOPLE } from './expected-roles.js';

/**
 * The permitted callers of a route of a project's workspace, copied by hand from the contract's
 * table.
 */
interface WorkspaceRow {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** The rest of the path after `/v1/projects/:project_id`. */
  readonly path: string;
  readonly sessions: readonly Scope[];
  readonly keys: readonly Scope[];
  readonly body?: object;
  /** The status for permitted callers, if it is not 200. */
  readonly admitted?: number;
}

type Callers = Pick<WorkspaceRow, 'sessions' | 'keys'>;

const PARTNERS: Callers = {
  sessions: ['partner_admin', 'partner_user'],
  keys: ['partner_admin', 'partner_user'],
};
const SIGNED_IN_PARTNERS: Callers = { sessions: ['partner_admin', 'partner_user'], keys: [] };
const ADMIN: Callers = { sessions: ['partner_admin'], keys: ['partner_admin'] };
const SIGNED_IN_ADMIN: Callers = { sessions: ['partner_admin'], keys: [] };
const PARTNERS_AND_INTERNAL: Callers = {
  sessions: ['partner_admin', 'partner_user', 'service_admin', 'service_operator'],
  keys: ['partner_admin', 'partner_user', 'service_admin', 'service_operator'],
};

/** All callers that can read a client's data: every scope except keys that can only write. */
const READERS: Callers = { sessions: PEOPLE, keys: ANALYTICS_KEYS };

const WITHOUT_FIELDS = 422;
const WITHOUT_KEY = 400;

const read = (path: string, callers: Callers): WorkspaceRow => ({ method: 'get', path, ...callers });

/** An incomplete write, so that nothing changes. */
const write = (
  method: 'put' | 'patch',
  path: string,
  callers: Callers,
  admitted = WITHOUT_FIELDS,
): WorkspaceRow => ({ method, path, ...callers, body: {}, admitted });

const validate = (path: string, callers: Callers, admitted = 200): WorkspaceRow => ({
  method: 'post',
  path,
  ...callers,
  body: {},
  admitted,
});

/** workspace 1.1: the sections, and the draft that contains them. */
export const WORKSPACE_SECTIONS: readonly WorkspaceRow[] = [
  read('/dashboard-metadata', READERS),
  validate('/dashboard-metadata/publish', { sessions: ['client_admin'], keys: [] }, WITHOUT_KEY),
  read('/governance', SIGNED_IN_PARTNERS),
  write('put', '/governance/draft', SIGNED_IN_ADMIN, WITHOUT_KEY),
  validate('/governance/validate', SIGNED_IN_ADMIN, WITHOUT_KEY),
  read('/testing-overrides', SIGNED_IN_PARTNERS),
  write('patch', '/testing-overrides', SIGNED_IN_ADMIN, WITHOUT_KEY),
  read('/transfer-routing', PARTNERS_AND_INTERNAL),
  write('put', '/transfer-routing/draft', ADMIN),
  validate('/transfer-routing/validate', ADMIN),
  validate('/transfer-routing/test', ADMIN, WITHOUT_FIELDS),
  read('/provider-configuration', PARTNERS),
  write('put', '/provider-configuration', ADMIN),
  validate('/provider-configuration/validate', PARTNERS),
  read('/llm-policy', PARTNERS),
  write('put', '/llm-policy', ADMIN),
  validate('/llm-policy/validate', ADMIN),
  read('/plugin-configuration', PARTNERS),
  write('put', '/plugin-configuration', ADMIN),
  validate('/plugin-configuration/validate', ADMIN),
  read('/identity-verification', PARTNERS),
  write('put', '/identity-verification', ADMIN),
  validate('/identity-verification/validate', ADMIN),
  read('/assistant', PARTNERS),
  write('put', '/assistant', ADMIN),
  validate('/assistant/validate', ADMIN),
  read('/booking', PARTNERS),
  write('put', '/booking', ADMIN),
  validate('/booking/validate', ADMIN),
  read('/email-delivery', PARTNERS),
  write('put', '/email-delivery', ADMIN),
  validate('/email-delivery/validate', ADMIN),
  read('/draft', PARTNERS),
  write('put', '/draft', ADMIN),
  read('/configuration/export', PARTNERS),
  { method: 'post', path: '/configuration/import', ...ADMIN, body: {}, admitted: WITHOUT_KEY },
  { method: 'post', path: '/configuration/clone', ...ADMIN, body: {}, admitted: WITHOUT_KEY },
  { method: 'delete', path: '/draft', ...ADMIN },
  { method: 'delete', path: '/draft/sections/:section', ...ADMIN, admitted: 404 },
];

const NOWHERE = 404;

const change = (method: 'post' | 'delete', path: string, admitted = WITHOUT_KEY): WorkspaceRow => ({
  method,
  path,
  ...ADMIN,
  body: {},
  admitted,
});

/** Only people who are signed in may approve a release. */
const people = (path: string): WorkspaceRow => validate(path, SIGNED_IN_ADMIN, WITHOUT_KEY);

/**
 * workspace 4.1, 5.1, 6.1, 9.1, 14.2, 15.1 and 15.2: readers are those of the draft; writers are
 * the usual ones.
 */
export const WORKSPACE_RELEASES: readonly WorkspaceRow[] = [
  read('/secrets', PARTNERS),
  change('post', '/secrets'),
  change('post', '/secrets/:secret_name/rotate'),
  change('delete', '/secrets/:secret_name', NOWHERE),
  validate('/validate', PARTNERS),
  change('post', '/publish'),
  change('post', '/rollback'),
  read('/versions', PARTNERS),
  { ...read('/versions/:version_number', PARTNERS), admitted: NOWHERE },
  { ...read('/versions/compare', PARTNERS), admitted: WITHOUT_FIELDS },
  { ...read('/version-performance', PARTNERS), admitted: WITHOUT_FIELDS },
  read('/runtime-drift', PARTNERS),
  read('/runtime-provenance', PARTNERS),
  change('post', '/runtime-provenance'),
  change('post', '/test-call/request'),
  read('/test-calls', PARTNERS),
  { ...read('/test-calls/:test_call_id', PARTNERS), admitted: NOWHERE },
  read('/conversation-tests', PARTNERS),
  { ...read('/conversation-tests/:test_id', PARTNERS), admitted: NOWHERE },
  change('post', '/conversation-tests'),
  { ...change('post', '/conversation-tests/:test_id', WITHOUT_FIELDS), method: 'put' },
  change('delete', '/conversation-tests/:test_id', NOWHERE),
  change('post', '/conversation-tests/runs'),
  change('post', '/conversation-tests/runs/talk'),
  read('/conversation-tests/runs', PARTNERS),
  { ...read('/conversation-tests/runs/:run_id', PARTNERS), admitted: NOWHERE },
  change('post', '/conversation-tests/runs/:run_id/cancel'),
  read('/approvals', PARTNERS),
  people('/approvals'),
  people('/approvals/:approval_id/approve'),
  people('/approvals/:approval_id/withdraw'),
  { ...read('/staged-release', PARTNERS), admitted: NOWHERE },
  change('post', '/staged-release'),
  change('post', '/staged-release/finish'),
  change('post', '/staged-release/take-back'),
];
