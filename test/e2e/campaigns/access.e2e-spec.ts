import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { A_CAMPAIGN, aCampaignFixture, CAMPAIGNS } from '../../support/campaigns.js';
import { perSuite } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { essence } from '../access/attempts.js';
import { bearer, everyCaller } from '../access/callers.js';
import type { Caller } from '../access/callers.js';
import { CAMPAIGN_ROUTES } from '../access/expected-campaigns.js';

const ROUTES = ['list', 'create', 'detail', 'update'] as const;
type Route = (typeof ROUTES)[number];
const METHODS = { list: 'get', create: 'post', detail: 'get', update: 'patch' } as const;

const expectedOf = (route: Route): (typeof CAMPAIGN_ROUTES)[number] =>
  CAMPAIGN_ROUTES.find(
    ({ method, path }) =>
      method === METHODS[route] &&
      path === (route === 'list' || route === 'create' ? CAMPAIGNS : `${CAMPAIGNS}/:campaign_id`),
  )!;
const ANSWERS: Readonly<Record<Route, number>> = { list: 200, create: 201, detail: 200, update: 200 };
const NO_IDS = ['1', 'null', '0'.repeat(36), `${randomUUID()}0`, 'draft', '%00', "' OR 1=1 --"];

describe('access to campaigns', () => {
  const test = useSharedApp();
  let ownId: string;
  let callers: Caller[];

  const own = perSuite(() => aCampaignFixture(test));
  beforeAll(async () => {
    ownId = (await own.made()).campaign_id;
    callers = await everyCaller(test.world, own.tenant, own.projectId);
  });

  function ask(route: Route, caller: Pick<Caller, 'headers'>, id: string, query: object): Promise<Response> {
    const path =
      route === 'list' || route === 'create' ? CAMPAIGNS : `${CAMPAIGNS}/${encodeURIComponent(id)}`;
    const sending = test.request()[METHODS[route]](path).set(caller.headers).query(query);
    if (route === 'create') return sending.send({ project_id: own.projectId, ...A_CAMPAIGN });
    return route === 'update' ? sending.send({ priority: 60 }) : sending;
  }

  // campaigns 1.1: the route matrix covers all other callers, and foreign and absent clients.
  it.each(ROUTES)('%s: a whole request is done for those of the table', async (route) => {
    for (const { name, kind, scope, headers } of callers) {
      const { sessions, keys } = expectedOf(route);
      if (scope === null || !(kind === 'bearer' ? sessions : keys).includes(scope)) continue;
      const { status } = await ask(route, { headers }, ownId, { client_id: own.tenant.clientId });
      expect([name, status]).toEqual([name, ANSWERS[route]]);
    }
  });

  // campaigns 1.2: test/e2e/campaigns/foreign-campaigns covers every route.
  it.each(['detail', 'update'] as const)('%s: answers what is no id like an absent one', async (route) => {
    const caller = callers.find(({ name }) => name === 'partner_admin session')!;
    const query = { client_id: own.tenant.clientId };
    const absent = await ask(route, caller, randomUUID(), query);
    expect(absent.status).toBe(404);
    for (const id of NO_IDS)
      expect([id, essence(await ask(route, caller, id, query))]).toEqual([id, essence(absent)]);
  });

  // campaigns 1.1, 1.2
  it.each(['partner_user', 'partner_admin'] as const)(
    'is by assignment for a signed-in %s, for as long as that is active',
    async (role) => {
      const user = await test.world.aUser(own.tenant, { role });
      const caller = { headers: bearer(user.token()) };
      const query = { client_id: own.tenant.clientId };
      const absent = await ask('detail', caller, randomUUID(), query);
      expect(essence(await ask('detail', caller, ownId, query))).toEqual(essence(absent));
      await test.world.assignProject(user, own.tenant, own.projectId);
      expect((await ask('detail', caller, ownId, query)).status).toBe(200);
      for (const part of ['contacts', 'validation', 'report'])
        await test
          .request()
          .get(`${CAMPAIGNS}/${ownId}/${part}`)
          .set(caller.headers)
          .query(query)
          .expect(200);
      await test.world.sql(`UPDATE project_assignments SET active = false WHERE member_id = $1`, [
        user.userId,
      ]);
      expect(essence(await ask('detail', caller, ownId, query))).toEqual(essence(absent));
      expect((await ask('list', caller, ownId, query)).body).toMatchObject({ items: [] });
    },
  );

  // campaigns 1.1
  it('is for a partner_admin whom the project is not assigned to as if there were no such project', async () => {
    const admin = await test.world.aUser(own.tenant, { role: 'partner_admin' });
    const caller = { headers: bearer(admin.token()) };
    const query = { client_id: own.tenant.clientId };
    const missing = await ask('create', caller, '', query);
    expect([missing.status, missing.text.includes('has no such project')]).toEqual([422, true]);
    const ofProject = { ...query, project_id: own.projectId };
    expect((await ask('list', caller, '', ofProject)).status).toBe(404);
    expect((await ask('update', caller, ownId, query)).status).toBe(404);
    const suppressions = test.request().get(`${CAMPAIGNS}/suppressions`).set(caller.headers).query(ofProject);
    expect((await suppressions).status).toBe(404);
    // The project itself is visible to them, and they may assign themselves to it.
    const assignments = `/v1/projects/${own.projectId}`;
    const lifecycle = await test
      .request()
      .get(`${assignments}/lifecycle`)
      .set(caller.headers)
      .query(query)
      .expect(200);
    const assignment = {
      member_id: admin.userId,
      role_visibility: 'manage',
      revision_token: (lifecycle.body as { project: { revision_token: string } }).project.revision_token,
    };
    await test
      .request()
      .post(`${assignments}/assignments`)
      .set({ ...caller.headers, 'Idempotency-Key': randomUUID() })
      .query(query)
      .send(assignment)
      .expect(200);
    expect((await ask('create', caller, '', query)).status).toBe(201);
    expect((await ask('list', caller, '', ofProject)).status).toBe(200);
    const audited = await test.world.sql(
      `SELECT actor_id FROM audit_events WHERE client_id = $1 AND action = 'project_assignment.created' AND actor_id = $2`,
      [own.tenant.clientId, admin.userId],
    );
    expect(audited).toHaveLength(1);
  });

  it('asks of a partner_user with a key for no assignment', async () => {
    const caller = { headers: { 'X-API-Key': await test.world.aKey(own.tenant, 'partner_user') } };
    expect((await ask('detail', caller, ownId, {})).status).toBe(200);
  });
});
