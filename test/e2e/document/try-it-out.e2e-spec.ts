import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { wholeOpenApi } from '../../../src/core/openapi/openapi.js';
import { INTERNAL_ROLES } from '../../../src/core/shared/roles.js';
import { demoProviderState } from '../../../tools/demo/billing.ts';
import { startBillingProvider } from '../../../tools/dev/billing/billing-provider.ts';
import type { LocalBillingProvider } from '../../../tools/dev/billing/billing-provider.ts';
import { billedBy } from '../billing/billing-fixture.js';
import { seedCapacity } from '../../../tools/demo/capacity.ts';
import { DEMO_CAST } from '../../../tools/demo/cast/cast.ts';
import { configureDemo, deskKeys } from '../../../tools/demo/configure.ts';
import { seedCast, seedShowcase } from '../../../tools/demo/seed.ts';
import { PUBLIC_DEMO } from '../../../tools/demo/public-demo.ts';
import { SHOWCASE_PROJECT_ID, SHOWCASE_TENANT } from '../../../tools/demo/calls/showcase-call.ts';
import type { Settings } from '../../../src/config/settings.js';
import { startTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { bearerToken } from '../../support/tokens.js';
import { prefilledRequests } from './prefilled.js';
import type { PrefilledRequest } from './prefilled.js';
import { TableSnapshot } from './table-snapshot.js';

interface Credential {
  readonly way: 'ApiKey' | 'Bearer';
  readonly scope: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Path parameters that the demo knows. The others come from earlier requests. */
const KNOWN = ['call_id', 'client_id', 'project_id', 'secret_name', 'section', 'version_number'];

/** Required fields that the reader must fill in, besides etags and the ids of earlier requests. */
const ASKED_FOR = [
  // Only calls of a campaign have evidence.
  'GET /v1/compliance/calls/{call_id}/outbound-evidence: call_id',
  // A client of the demo has no connection.
  'GET /v1/security/sso/enforcement/preview: connection_id',
  'POST /v1/outbound-campaigns/{campaign_id}/registry-wash-results: registry_wash_record_id',
  // The operation is closed to everyone.
  'PATCH /v1/projects/{project_id}: project_id',
];

/**
 * Refused if sent unchanged, with the status and code that the description of the operation or its
 * If-Match names.
 */
const REFUSED: Readonly<Record<string, readonly [status: number, code: string]>> = {
  // The token of its example is that of no invitation: only the mail of an invitation has a token
  // that counts.
  'POST /v1/portal/invitations/accept': [404, 'not_found'],
  'POST /v1/portal/invitations/preview': [404, 'not_found'],
  // The challenge in its example was never issued.
  'POST /v1/public/demo/dial-me': [429, 'rate_limited'],
  // The token in their examples opens no form: only a runtime creates one.
  'POST /v1/direct-input/context': [404, 'Not found.'],
  'POST /v1/direct-input/submit': [404, 'Not found.'],
  // The demo's project has no knowledge sources.
  'POST /v1/projects/{project_id}/knowledge/builds': [409, 'knowledge_no_sources'],
  'POST /v1/projects/{project_id}/knowledge/preview': [409, 'knowledge_not_built'],
  // They take only the cookie of a browser that signed in to the portal; the demo has keys and
  // bearer tokens.
  'GET /v1/portal/session': [403, 'portal_session_required'],
  'PUT /v1/portal/profile': [403, 'portal_session_required'],
  'GET /v1/portal/sessions': [403, 'portal_session_required'],
  'POST /v1/portal/sessions/revoke-others': [403, 'portal_session_required'],
  'POST /v1/portal/sign-out': [403, 'portal_session_required'],
  'POST /v1/portal/mfa/step-up': [403, 'portal_session_required'],
  'POST /v1/portal/mfa/step-up/confirm': [403, 'portal_session_required'],
  // This application has no portal.
  'GET /v1/portal/jwks': [404, 'not_found'],
  'POST /v1/portal/sign-in/address': [404, 'not_found'],
  'POST /v1/portal/mfa/factors': [404, 'not_found'],
  // The people of the demo have no second factor.
  'POST /v1/portal/mfa/recovery-codes': [409, 'conflict'],
  'POST /v1/portal/break-glass/challenge': [404, 'not_found'],
  // The challenge in their examples was never issued, and no token of the demo opened a use.
  'POST /v1/portal/break-glass/sign-in': [401, 'unauthorized'],
  'POST /v1/security/break-glass/holders/me/prove': [400, 'validation_failed'],
  'POST /v1/security/break-glass/open': [409, 'conflict'],
  'POST /v1/security/break-glass/close': [409, 'conflict'],
  // The issuer in its example does not exist.
  'POST /v1/security/sso/connections': [400, 'validation_failed'],
  // The person in its example has no role.
  'POST /v1/security/scim/links': [404, 'not_found'],
  // The policy of the demo unlocks nothing.
  'POST /v1/calls/{call_id}/pii-unlock-requests': [422, 'Validation error'],
  // Its recipient is not a verified address.
  'POST /v1/portal/report-schedules': [400, 'validation_failed'],
  // The address in its example does not exist.
  'POST /v1/partner/webhooks': [422, 'validation_error'],
  'PUT /v1/projects/{project_id}/draft': [428, 'precondition_required'],
  'DELETE /v1/projects/{project_id}/draft': [428, 'precondition_required'],
  'DELETE /v1/projects/{project_id}/draft/sections/{section}': [428, 'precondition_required'],
  'POST /v1/projects/{project_id}/configuration/import': [428, 'precondition_required'],
  'POST /v1/projects/{project_id}/publish': [428, 'precondition_required'],
  // The etag in their examples matches no draft, and the version no staged release.
  'POST /v1/projects/{project_id}/approvals': [409, 'conflict'],
  'GET /v1/projects/{project_id}/staged-release': [404, 'not_found'],
  'POST /v1/projects/{project_id}/staged-release': [428, 'precondition_required'],
  'POST /v1/projects/{project_id}/staged-release/finish': [409, 'staged_release_ended'],
  'POST /v1/projects/{project_id}/staged-release/take-back': [409, 'staged_release_ended'],
  'POST /v1/projects/{project_id}/restore': [409, 'project_not_archived'],
};

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

interface Refusal {
  readonly code: string;
}

/**
 * The code is below `error` or at the top level, depending on the route's envelope (errors 1.1).
 */
function isRefusedAs(
  answer: Answer | undefined,
  [status, code]: readonly [status: number, code: string],
): boolean {
  if (answer?.status !== status) return false;
  const body = answer.body as Refusal | { readonly error: Refusal | string };
  const refusal = 'error' in body ? body.error : body;
  // In the general envelope, only the message distinguishes a 404 (errors 1.2).
  return (typeof refusal === 'string' ? refusal : refusal.code) === code;
}

/** Roles and scopes that an operation's description names; absent if it names none. */
const callersOf = ({ description }: PrefilledRequest): string[] | undefined =>
  /Callers: ([^.]*)\./.exec(description)?.[1]?.split(', ');

/** The public demo makes calls for the demo's project that a newcomer sees first. */
const withPublicDemo = (settings: Settings): Settings => ({
  ...settings,
  features: {
    ...settings.features,
    DEMO_PROJECT: { ...SHOWCASE_TENANT, projectId: SHOWCASE_PROJECT_ID },
    DEMO_CONSENT_TEXT: PUBLIC_DEMO.DEMO_CONSENT_TEXT,
  },
});

describe('the document, tried out as it is prefilled on a demo,', () => {
  const folder = mkdtempSync(join(tmpdir(), 'try-it-out-'));
  let test: TestApp;
  let provider: LocalBillingProvider;
  let snapshot: TableSnapshot;
  let requests: PrefilledRequest[];
  let credentials: Credential[];

  beforeAll(async () => {
    const now = new Date();
    provider = await startBillingProvider({ state: demoProviderState(DEMO_CAST.tenants, now) });
    test = await startTestApp({ settings: (base) => withPublicDemo(billedBy(provider)(base)) });
    requests = prefilledRequests(wholeOpenApi(test.app, 'public'));
    const apiKeys = await seedCast({
      metadataOwnerUrl: test.databases.superuser.metadataUrl,
      settings: test.settings,
      cast: DEMO_CAST,
      apiKeySecretsFile: join(folder, 'keys.json'),
      log: () => undefined,
      now: new Date(),
    });
    await seedShowcase(test.app, new Date());
    const { clientId, dataEnv } = SHOWCASE_TENANT;
    credentials = [
      ...DEMO_CAST.users
        .filter((user) => user.dataEnv === dataEnv)
        .filter(({ assignments }) => assignments.some((assignment) => assignment.clientId === clientId))
        .map(({ role, subject }): Credential => ({
          way: 'Bearer',
          scope: role,
          headers: { Authorization: `Bearer ${bearerToken(subject)}` },
        })),
      ...apiKeys
        .filter((key) => key.clientId === clientId && key.dataEnv === dataEnv)
        .map(({ scope, key }): Credential => ({ way: 'ApiKey', scope, headers: { 'X-API-Key': key } })),
    ];
    await seedCapacity(test.app, DEMO_CAST);
    await configureDemo({ baseUrl: test.baseUrl, keyOf: deskKeys(apiKeys) });
    snapshot = await TableSnapshot.take(test.databases.superuser.metadataUrl);
  });
  afterAll(async () => {
    await test.close();
    await provider.stop();
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => snapshot.restore());

  /**
   * The answers to the demo's callers that the operation names, up to the first that succeeds. An
   * operation that names none tries each person.
   */
  async function attempt(request: PrefilledRequest) {
    const named = callersOf(request);
    const callers = credentials.filter(
      ({ way, scope }) => request.takes.includes(way) && (named?.includes(scope) ?? true),
    );
    const answers: Answer[] = [];
    for (const { headers } of request.takes.length === 0 ? [{ headers: {} }] : callers) {
      const sending = test.request()[request.method](request.path).set(headers).set(request.headers);
      const answer: Answer = await (request.body === undefined ? sending : sending.send(request.body));
      answers.push({ status: answer.status, body: answer.body });
      if (answer.status < 300) break;
    }
    return answers;
  }

  it('asks only for what no document can know', () => {
    const inPath = ({ name }: PrefilledRequest) => [...name.matchAll(/\{(\w+)\}/g)].map(([, it]) => it!);
    const known = requests.flatMap((request) => inPath(request).filter((it) => !request.empty.includes(it)));
    expect([...new Set(known)].toSorted()).toEqual(KNOWN);
    const asked = requests.flatMap((request) => {
      const unknown = ['If-Match', ...inPath(request).filter((it) => !KNOWN.includes(it))];
      return request.empty.filter((it) => !unknown.includes(it)).map((it) => `${request.name}: ${it}`);
    });
    expect(asked.toSorted()).toEqual(ASKED_FOR.toSorted());
  });

  it('fills in no filter of a summary or a list', () => {
    const paths = ['/v1/calls/summary', '/v1/calls/list', '/v1/projects'];
    const filters = requests
      .filter(({ name }) => paths.some((path) => name === `GET ${path}`))
      .map(({ path }) => [...new URLSearchParams(path.split('?')[1] ?? '').keys()]);
    const paging = ['page', 'page_size', 'sort_by', 'sort_order', 'include_total'];
    expect(filters).toHaveLength(3);
    expect(filters.flat().filter((name) => !paging.includes(name) && !name.startsWith('include_'))).toEqual(
      [],
    );
  });

  it('shows the transcript of a call that meets every condition in an export', async () => {
    const v2 = requests.find(({ body }) => JSON.stringify(body)?.includes('portal_business_v2'))!;
    const admin = credentials.find(({ scope }) => scope === 'client_admin')!;
    const { start_date: _, end_date: __, ...lastMonth } = v2.body as Record<string, unknown>;
    const { text } = await test.request().post(v2.path).set(admin.headers).send(lastMonth).expect(200);
    expect(text).toContain('I would like to book a check-up.');
  });

  it('succeeds with a demo credential, or is answered as its text announces', async () => {
    const failures: unknown[][] = [];
    // The demo has no platform staff.
    const isOfStaff = (request: PrefilledRequest) =>
      callersOf(request)?.every((it) => INTERNAL_ROLES.some((role) => role === it)) === true;
    const sendable = requests.filter((request) => request.empty.length === 0 && !isOfStaff(request));
    for (const request of sendable) {
      const answers = await attempt(request);
      if (request.method !== 'get') await snapshot.restore();
      const last = answers.at(-1);
      const refused = REFUSED[request.name];
      const isExpected = refused
        ? isRefusedAs(last, refused) && request.text.includes(String(refused[0]))
        : last !== undefined && last.status < 300;
      if (!isExpected)
        failures.push([request.name, ...answers.filter(({ status }) => status !== 404).slice(0, 1)]);
    }
    expect(failures).toEqual([]);
    // Some hundred requests, with the tables restored after each write, take a while on a busy
    // machine.
  });
});
