import { beforeAll, describe, expect, it } from 'vitest';
import { wholeOpenApi } from '../../../src/core/openapi/openapi.js';
import { RouteTable } from '../../../src/core/openapi/route-table.js';
import { useTestApp } from '../../support/app.js';
import type { TestTenant } from '../../support/builders.js';
import { atDepth, someOf } from '../../support/depth.js';
import { make } from '../access/attempts.js';
import { everyCaller } from '../access/callers.js';
import type { Caller } from '../access/callers.js';
import { EXPECTED_ROUTES } from '../access/expected-access.js';
import { RequestGenerator } from '../access/request-generator.js';
import { aProfile, BUSINESS_EMAIL, clientFixture, CONTACT_NAME, idOf } from './client-fixture.js';

/** An ordinary run sends about three requests to each operation. */
const REQUESTS = atDepth({ ordinary: 600, full: 8_000 });
const AT_ONCE = 4;

/** The message of client_provisioning: not every envelope has room for a code. */
const isBeingSetUp = (text: string): boolean => text.includes('still being set up');

describe('every route, for a client that is being set up', () => {
  const test = useTestApp();
  const desk = clientFixture(test);
  let tenant: TestTenant;
  let projectId: string;
  let callers: Caller[];

  beforeAll(async () => {
    const { world } = test;
    const admin = await world.aUser(await world.aTenant(), {
      role: 'partner_admin',
      organisationId: 'harbour',
    });
    tenant = { clientId: idOf(await desk.post(admin, aProfile()).expect(201)), dataEnv: 'prod' };
    projectId = await world.aProject(tenant);
    callers = await everyCaller(world, tenant, projectId);
  });

  /**
   * Faults of an answer: personal data, or a status that the service does not return for such
   * clients.
   */
  function faultOf(caller: Caller, asked: string, status: number, text: string): string[] {
    const isSummary = /^GET \/api\/partner-clients\/[^/]+$/.test(asked) && caller.scope === 'partner_admin';
    const found = [
      status === 500 && 'is 500',
      status === 503 && !isBeingSetUp(text) && 'is 503',
      text.includes(BUSINESS_EMAIL) && 'shows the business email',
      text.includes(CONTACT_NAME) && !isSummary && 'shows the contact name',
    ].filter((it) => it !== false);
    return found.map((fault) => `${caller.name}: ${asked} ${fault}: ${text.slice(0, 200)}`);
  }

  // partner-clients 4.5, 5.5; access 4.12
  it('is not 500, and shows no business email to any caller', async () => {
    const targets = {
      clients: { own: tenant.clientId, foreign: 'client-nowhere', absent: 'client-nowhere' },
      projects: { own: projectId, foreign: 'project-nowhere', absent: 'project-nowhere' },
      calls: { own: 'call-nowhere', foreign: 'call-nowhere', absent: 'call-nowhere' },
    };
    const wrong: string[] = [];
    for (const [turn, route] of EXPECTED_ROUTES.entries()) {
      const isAdmitted = ({ kind, scope }: Caller): boolean =>
        scope !== null && (kind === 'bearer' ? route.sessions : route.keys).includes(scope);
      const admitted = callers.filter(isAdmitted);
      for (const caller of atDepth({ ordinary: someOf(admitted, 2, turn), full: callers })) {
        const client = route.takesClient ? 'own' : 'none';
        const attempt = { client, project: route.project === 'none' ? 'none' : 'own' } as const;
        const { status, text } = await make(test, targets, route, caller, attempt);
        const path = route.path.replace(':client_id', tenant.clientId);
        wrong.push(...faultOf(caller, `${route.method.toUpperCase()} ${path}`, status, text));
      }
    }
    expect(wrong).toEqual([]);
  });

  // partner-clients 4.5, 5.5; access 4.12
  it(`is not 500, and shows no business email, whatever is asked (${REQUESTS})`, async () => {
    const generator = new RequestGenerator(
      'a client that is being set up',
      wholeOpenApi(test.app, 'everything'),
      { client_id: tenant.clientId, managed_client_id: tenant.clientId, project_id: projectId },
    );
    const routes = test.app.get(RouteTable).entries();
    const operations = generator.operations().map((operation) => {
      const path = operation.path.replace(/\{(\w+)\}/g, ':$1');
      const rule = routes.find((it) => it.method === operation.method && it.path === path)?.access;
      const admitted = callers.filter(
        ({ scope, kind }) =>
          rule?.kind === 'protected' &&
          scope !== null &&
          rule.scopes.includes(scope) &&
          (rule.credentials === undefined || rule.credentials === kind),
      );
      return { operation, admitted: admitted.length > 0 ? admitted : callers };
    });
    const wrong: string[] = [];
    let refused = 0;
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < REQUESTS) {
        const { operation, admitted } = operations[next % operations.length]!;
        const caller = admitted[Math.floor(next / operations.length) % admitted.length]!;
        next += 1;
        const { method, url, headers, body } = generator.request(operation, caller.headers);
        const response = await fetch(`${test.baseUrl}${url}`, {
          method,
          headers,
          ...(body !== undefined && { body }),
        });
        // An event stream would not end, and there is no campaign to report on.
        const text = await response.text();
        if (isBeingSetUp(text)) refused += 1;
        const path = new URL(url, test.baseUrl).pathname;
        wrong.push(...faultOf(caller, `${method} ${path}`, response.status, text));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(0);
  }, 300_000);
});
