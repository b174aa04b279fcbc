import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { Test } from 'supertest';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { RouteTable } from '../../../src/core/openapi/route-table.js';
import { startTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { aCall } from '../../support/builders.js';
import { A_CAMPAIGN } from '../../support/campaigns.js';
import { requestStatements } from '../../support/statements.js';
import { TestClock } from '../../support/test-clock.js';
import { essence } from '../access/attempts.js';
import { bearer } from '../access/callers.js';
import { aNumber, CAMPAIGNS, PlantedCampaigns } from './planted-campaigns.js';
import { results, WASH } from './washing.js';

/** The names in a request; either all of them exist, or none does. */
interface Names {
  readonly campaign: string;
  readonly project: string;
  readonly suppression: string;
  readonly call: string;
  readonly wash: string;
}

interface Route {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  readonly path: string;
  readonly query?: (names: Names) => object;
  readonly body?: (names: Names) => object | string;
  /** The status for names that do not exist. */
  readonly status?: number;
}

const BASE = CAMPAIGNS;
const EVIDENCE = '/v1/compliance/calls/:call_id/outbound-evidence';
const about = (method: Route['method'], path: string, rest: Partial<Route> = {}): Route => ({
  method,
  path: `${BASE}/:campaign_id${path}`,
  ...rest,
});

const CONTACTS = [{ to_number: aNumber(1), external_contact_id: 'c.1' }];
const inQuery = ({ project }: Names): object => ({ project_id: project });

/** The 20 routes about campaigns, each with a request that is valid except for its campaign. */
const ROUTES: readonly Route[] = [
  { method: 'get', path: BASE, query: inQuery },
  {
    method: 'post',
    path: BASE,
    body: ({ project }) => ({ ...A_CAMPAIGN, project_id: project }),
    status: 422,
  },
  about('get', ''),
  about('patch', '', { body: () => ({ priority: 60 }) }),
  about('get', '/contacts'),
  about('post', '/contacts/import', { body: () => `to_number\n${aNumber(1)}\n` }),
  about('post', '/contacts/import-json', {
    body: () => ({ source_id: 'crm', batch_id: 'b', contacts: CONTACTS }),
  }),
  about('post', '/registry-wash-records', { body: () => WASH }),
  about('post', '/registry-wash-results', {
    query: ({ wash }) => ({ registry_wash_record_id: wash }),
    body: () => results([aNumber(1), 'listed']),
  }),
  about('get', '/validation'),
  about('post', '/validate'),
  about('get', '/launch-preview'),
  about('post', '/run'),
  about('post', '/pause'),
  about('post', '/resume'),
  about('post', '/cancel'),
  about('get', '/report'),
  { method: 'get', path: `${BASE}/suppressions`, query: inQuery },
  {
    method: 'post',
    path: `${BASE}/suppressions`,
    body: ({ project }) => ({ to_number: aNumber(2), reason: 'manual', source: 'test', project_id: project }),
  },
  { method: 'delete', path: `${BASE}/suppressions/:suppression_id` },
  { method: 'get', path: EVIDENCE },
];

const NO_ID = 'no-uuid';

const nameOf = ({ method, path }: Route): string => `${method.toUpperCase()} ${path}`;

// campaigns 1.1, 1.2, 8.2, 8.4, 8.5; access 6.1, 6.2
describe('what is of another client, of another environment, of a project that is not assigned, or nowhere,', () => {
  const statements = vi.spyOn(Client.prototype, 'query');
  let test: TestApp;
  let own: PlantedCampaigns;
  let absent: Names;
  let others: Readonly<Record<string, Names>>;
  let callers: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** A project of the tenant to which the partner_user is not assigned. */
  let unassigned: Names;

  beforeAll(async () => {
    // Caches are equally warm for both.
    test = await startTestApp({ clock: new TestClock(new Date('2026-11-22T00:00:00.000Z')) });
    own = await PlantedCampaigns.open(test);
    absent = {
      campaign: randomUUID(),
      project: 'project-nowhere',
      suppression: randomUUID(),
      call: 'call-nowhere',
      wash: randomUUID(),
    };
    const foreign = await namesOf(await PlantedCampaigns.open(test));
    // An object of the same client in another environment.
    const staging = await namesOf(own);
    for (const table of ['campaigns', 'registry_wash_records', 'suppressions']) {
      await own.inStore(`UPDATE ${table} SET data_env = 'staging' WHERE client_id = $1`, [
        own.tenant.clientId,
      ]);
    }
    unassigned = await namesOf(own);
    others = { foreign, staging: { ...staging, project: foreign.project, call: foreign.call } };
    const user = await test.world.aUser(own.tenant, { role: 'partner_user' });
    await test.world.assignProject(user, own.tenant, await test.world.aProject(own.tenant));
    callers = {
      'partner_admin session': own.admin,
      'partner_admin key': { 'X-API-Key': await test.world.aKey(own.tenant, 'partner_admin') },
      'partner_user session': bearer(user.token()),
    };
  });
  afterAll(async () => {
    statements.mockRestore();
    await test.close();
  });

  /** Creates one object of each kind for a tenant. */
  async function namesOf(desk: PlantedCampaigns): Promise<Names> {
    const campaign = await desk.campaign();
    const record = await desk.post(`/${campaign}/registry-wash-records`, WASH).expect(200);
    const added = await desk
      .post('/suppressions', {
        to_number: aNumber(3),
        reason: 'manual',
        source: 'test',
        project_id: desk.projectId,
      })
      .expect(200);
    const call = `call-${randomUUID()}`;
    await test
      .request()
      .post('/internal/v1/calls')
      .set('X-API-Key', await test.world.aKey(desk.tenant, 'runtime-ingest'))
      .send([aCall(desk.projectId, { call_id: call, direction: 'outbound' })])
      .expect(200);
    return {
      campaign,
      project: desk.projectId,
      suppression: (added.body as { suppression_id: string }).suppression_id,
      call,
      wash: (record.body as { registry_wash_record_id: string }).registry_wash_record_id,
    };
  }

  function ask(route: Route, names: Names, headers: Readonly<Record<string, string>>, isWrong = false): Test {
    const path = route.path
      .replace(':campaign_id', names.campaign)
      .replace(':suppression_id', names.suppression)
      .replace(':call_id', names.call);
    const right = route.body?.(names);
    const body = isWrong && typeof right === 'object' ? { no_such_field: 1 } : right;
    const request = test
      .request()
      [route.method](path)
      .set(headers)
      .query({ ...route.query?.(names) });
    if (route.method === 'post' && !isWrong) request.set('Idempotency-Key', randomUUID());
    if (typeof body === 'string') request.set('Content-Type', 'text/csv');
    return body === undefined ? request : request.send(body);
  }

  async function seen(
    route: Route,
    names: Names,
    headers: Readonly<Record<string, string>>,
    isWrong = false,
  ): Promise<object> {
    statements.mockClear();
    const answer = essence(await ask(route, names, headers, isWrong));
    return { answer, texts: requestStatements(statements.mock.calls) };
  }

  it('is asked for on all routes about campaigns', () => {
    const known = test.app
      .get(RouteTable)
      .entries()
      .map(({ method, path }) => `${method} ${path}`);
    expect(ROUTES).toHaveLength(21);
    expect(ROUTES.map(nameOf).filter((name) => !known.includes(name))).toEqual([]);
  });

  // Fails if a campaign is looked up without its tenant, or if a text or a statement distinguishes
  // results.
  it.each(ROUTES.map((route) => [nameOf(route), route] as const))(
    'is answered alike on %s',
    async (_, route) => {
      for (const [caller, headers] of Object.entries(callers)) {
        await ask(route, absent, headers);
        const nowhere = await seen(route, absent, headers);
        const reads = route.method === 'get' || caller !== 'partner_user session';
        expect(nowhere, caller).toMatchObject({ answer: { status: reads ? (route.status ?? 404) : 404 } });
        const unseen = caller === 'partner_user session' ? { ...others, unassigned } : others;
        for (const [whose, names] of Object.entries(unseen)) {
          expect(await seen(route, names, headers), `${caller} ${whose}`).toEqual(nowhere);
        }
        // A malformed id is not looked up.
        const malformed = { ...absent, campaign: NO_ID, suppression: NO_ID };
        expect({ answer: essence(await ask(route, malformed, headers)) }, caller).toEqual({
          answer: (nowhere as { answer: object }).answer,
        });
      }
    },
  );

  // access 7.6. Fails if existing objects are looked up before the fields, and absent ones after
  // them.
  it.each(ROUTES.filter(({ method }) => method !== 'get').map((route) => [nameOf(route), route] as const))(
    'is answered alike on %s for a wrong body, and without a key',
    async (_, route) => {
      for (const [caller, headers] of Object.entries(callers)) {
        await ask(route, absent, headers, true);
        const nowhere = await seen(route, absent, headers, true);
        const unseen = caller === 'partner_user session' ? { ...others, unassigned } : others;
        for (const [whose, names] of Object.entries(unseen)) {
          expect(await seen(route, names, headers, true), `${caller} ${whose}`).toEqual(nowhere);
        }
      }
    },
  );

  it('is as it was before', async () => {
    const rows = await own.inStore<{ status: string; contacts: number }>(
      `SELECT c.status, c.priority, (SELECT count(*)::integer FROM campaign_contacts k WHERE k.campaign_id = c.campaign_id) AS contacts
         FROM campaigns c`,
    );
    expect(rows).toEqual(rows.map(() => ({ status: 'draft', priority: 50, contacts: 0 })));
    expect(await own.inStore('SELECT FROM suppressions')).toHaveLength(3);
  });

  // Checks that the answer compared above differs from a successful answer.
  it("is not answered like what is of one's own", async () => {
    const answers: [string, number][] = [];
    for (const route of ROUTES.filter(({ path }) => path !== EVIDENCE)) {
      const { status } = await ask(route, unassigned, own.admin);
      if (status === 404 || status >= 500) answers.push([nameOf(route), status]);
    }
    expect(answers).toEqual([]);
  });
});
