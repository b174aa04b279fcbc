import { beforeAll, describe, expect, it } from 'vitest';
import type { HomeClient, HomeResponse } from '../../../src/features/home/overview/home.response.js';
import { TenantStores } from '../../../src/core/database/stores/tenant-stores.js';
import type { PortalRole } from '../../../src/core/shared/roles.js';
import { aCall, type TestTenant, type TestUser } from '../../support/builders.js';
import { atDepth } from '../../support/depth.js';
import { listableCalls } from '../../support/independent-list.js';
import { postCalls, sumUpHours } from '../../support/post-calls.js';
import { withClient } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { useSharedApp } from '../../support/shared-app.js';
import { bearer } from '../access/callers.js';
import { AlertStage, hoursFromNow } from '../alerts/alert-stage.js';
import { PlantedCampaigns } from '../campaigns/planted-campaigns.js';
import { aDraft } from '../partner-clients/client-fixture.js';

const DAY = 86_400_000;
const TO_CALL_BACK = { status: 'missed', direction: 'inbound', follow_up: 'not_done' };

describe('the home page’s figures', () => {
  const test = useSharedApp();
  let tenants: readonly TestTenant[];
  let partner: TestUser;
  let projects: readonly string[];

  const homeOf = async (user: TestUser, query: object = {}): Promise<HomeResponse> => {
    const answer = await test.request().get('/v1/portal/home').set(bearer(user.token())).query(query);
    expect(answer.status).toBe(200);
    return answer.body as HomeResponse;
  };
  const clientOf = (home: HomeResponse, { clientId }: TestTenant): HomeClient | undefined =>
    home.items.find(({ client_id }) => client_id === clientId);
  const listedFor = async (user: TestUser, query: Record<string, unknown>): Promise<number> => {
    const answer = await test
      .request()
      .get('/v1/calls/list')
      .set(bearer(user.token()))
      .query({ ...query, page_size: 1 });
    return (answer.body as { pagination: { total_records: number } }).pagination.total_records;
  };

  beforeAll(async () => {
    const one = await test.world.aTenant();
    const other = await test.world.aTenant({ storeId: 'store-b' });
    const empty = await test.world.aTenant();
    tenants = [one, other, empty];
    partner = await test.world.aUser(one, { role: 'partner_admin', isDefault: true });
    for (const tenant of [other, empty]) await test.world.assign(partner, tenant, { role: 'partner_admin' });
    projects = await Promise.all([one, one, other, empty].map((tenant) => test.world.aProject(tenant)));
    const now = Date.now();
    const range = { from: new Date(now - 15 * DAY).toISOString(), to: new Date(now).toISOString() };
    await postCalls(test, one, listableCalls(300, 57, { projectIds: projects.slice(0, 2), ...range }));
    await postCalls(test, other, listableCalls(200, 58, { projectIds: [projects[2]!], ...range }));
    await sumUpHours(test, one);
  });

  // home 1.2, 2.3, 2.4
  it.each(['UTC', 'Australia/Adelaide'])(
    'are as many as their lists have, in every store, summed up or not: %s',
    async (timezone) => {
      // Hours that are summed, and hours that have changed since.
      const home = await homeOf(partner, { timezone });
      expect(home.items).toHaveLength(3);
      const wrong: object[] = [];
      let counted = 0;
      for (const tenant of tenants) {
        const calls = clientOf(home, tenant)!.calls!;
        for (const period of ['today', 'last_7_days'] as const) {
          for (const [name, filter] of Object.entries({
            total: {},
            missed_inbound: TO_CALL_BACK,
            upset: { sentiment: 'upset' },
          })) {
            const figure = calls[period][name as 'total'];
            const { before, ...now } = home.ranges[period];
            const query = { ...filter, timezone, client_id: tenant.clientId };
            const listed = {
              count: await listedFor(partner, { ...query, ...now }),
              before: await listedFor(partner, { ...query, ...before }),
            };
            counted += listed.count + listed.before;
            if (JSON.stringify(listed) !== JSON.stringify(figure))
              wrong.push({ period, name, figure, listed });
          }
        }
      }
      expect(wrong).toEqual([]);
      expect(counted).toBeGreaterThan(300);
    },
  );

  // home 2.4
  it('agree with the lists while calls come in', async () => {
    const [one] = tenants as [TestTenant];
    const range = { from: new Date(Date.now() - 2 * DAY).toISOString(), to: new Date().toISOString() };
    for (let round = 0; round < atDepth({ ordinary: 2, full: 20 }); round += 1) {
      await postCalls(test, one, listableCalls(20, 100 + round, { projectIds: [projects[0]!], ...range }));
      const home = await homeOf(partner);
      const { before: _, ...now } = home.ranges.last_7_days;
      const { last_7_days: week } = clientOf(home, one)!.calls!;
      expect([week.total.count, week.missed_inbound.count]).toEqual([
        await listedFor(partner, { ...now, client_id: one.clientId }),
        await listedFor(partner, { ...now, client_id: one.clientId, ...TO_CALL_BACK }),
      ]);
    }
  });

  // home 2.3, 2.4; calls 4.2
  it('leave out a missed call whose follow-up is done, as the list does', async () => {
    const tenant = await test.world.aTenant();
    const admin = await test.world.aUser(tenant, { role: 'client_admin' });
    const project = await test.world.aProject(tenant);
    const at = { started_at_utc: new Date(Date.now() - 60_000).toISOString(), ended_at_utc: null };
    const fields = { ...at, call_status: 'missed', duration_seconds: 0 };
    const missed = [aCall(project, fields), aCall(project, fields), aCall(project, fields)];
    await postCalls(test, tenant, missed);
    const save = (call: object | undefined, etag: string, state: string | null) =>
      test
        .request()
        .put(`/v1/calls/${(call as { call_id: string }).call_id}/follow-up`)
        .set(bearer(admin.token()))
        .set('If-Match', etag)
        .send({ state, owner: null, due_at_utc: null, tags: [] })
        .expect(200);
    const counted = async () => {
      const home = await homeOf(admin);
      const { before: _, ...now } = home.ranges.last_7_days;
      const { count } = clientOf(home, tenant)!.calls!.last_7_days.missed_inbound;
      expect(count).toBe(await listedFor(admin, { ...now, client_id: tenant.clientId, ...TO_CALL_BACK }));
      return count;
    };
    expect(await counted()).toBe(3);
    await save(missed[0], '0', 'open');
    await save(missed[1], '0', null);
    await save(missed[2], '0', 'done');
    expect(await counted()).toBe(2);
    await save(missed[2], '1', 'open');
    expect(await counted()).toBe(3);
  });

  // home 1.2, 1.3
  it('are of the projects that the person sees', async () => {
    const [one] = tenants as [TestTenant];
    const user = await test.world.aUser(one, { role: 'partner_user' });
    expect(clientOf(await homeOf(user), one)!.calls!.last_7_days.total).toEqual({ count: 0, before: 0 });
    await test.world.assignProject(user, one, projects[1]!);
    const home = await homeOf(user);
    const { before: _, ...now } = home.ranges.last_7_days;
    const { count } = clientOf(home, one)!.calls!.last_7_days.total;
    expect(count).toBeGreaterThan(0);
    expect(count).toBe(await listedFor(user, { ...now, client_id: one.clientId }));
  });

  // home 1.2, 1.3; figures 2.3, 2.8
  it('are those of each role of a person, and so are their explanations', async () => {
    const [one, other, foreign] = tenants as [TestTenant, TestTenant, TestTenant];
    const user = await test.world.aUser(one, { role: 'partner_user' });
    await test.world.assign(user, other, { role: 'client_staff' });
    await test.world.assignProject(user, one, projects[1]!);
    const home = await homeOf(user);
    const explain = (clientId: string) =>
      test
        .request()
        .post('/v1/explanations')
        .set(bearer(user.token()))
        .send({
          route: '/v1/portal/home',
          query: {},
          figure: `items[${clientId}].calls.last_7_days.total.count`,
        });
    for (const [tenant, role] of [
      [one, 'partner_user'],
      [other, 'client_staff'],
    ] as const) {
      const { count } = clientOf(home, tenant)!.calls!.last_7_days.total;
      const explained = await explain(tenant.clientId).expect(200);
      expect(explained.body).toMatchObject({ value: count, calls: { total: count } });
      expect((explained.body as { conditions: object[] }).conditions).toContainEqual({
        field: 'role',
        value: role,
        source: 'role',
      });
    }
    expect(clientOf(home, foreign)).toBeUndefined();
    await explain(foreign.clientId).expect(422);
  });

  // home 1.3, 4.1
  it.each<[PortalRole, string[], string[]]>([
    [
      'partner_admin',
      ['campaigns', 'has_plan', 'setup'],
      ['assistant', 'test', 'publish', 'number', 'webhook', 'people'],
    ],
    ['partner_user', ['campaigns', 'setup'], ['assistant', 'test', 'publish', 'number', 'webhook']],
    ['client_admin', ['has_plan', 'requests_due'], []],
    ['client_manager', ['has_plan'], []],
    ['client_staff', [], []],
    ['service_admin', ['campaigns', 'has_plan', 'requests_due', 'setup'], ['assistant', 'publish', 'number']],
  ])('show a %s what the routes themselves would', async (role, parts, steps) => {
    const [one] = tenants as [TestTenant];
    const home = await homeOf(await test.world.aUser(one, { role }));
    expect(home.items.map(({ client_id: id }) => id)).toEqual([one.clientId]);
    const shown = clientOf(home, one)!;
    const always = ['client_id', 'business_name', 'status', 'unavailable', 'calls', 'alerts', 'capacity'];
    expect(Object.keys(shown).sort()).toEqual([...always, ...parts].sort());
    expect(shown.setup?.steps.map(({ step }) => step) ?? []).toEqual(steps);
  });

  // home 2.5, 2.6
  it('name running campaigns by their end, and the capacity', async () => {
    const tenant = await test.world.aTenant();
    const desk = await PlantedCampaigns.open(test, tenant);
    const ends = new Date(Date.now() + DAY);
    const last = await desk.campaign({ status: 'running', name: 'No end' });
    const first = await desk.campaign({ status: 'running', schedule_end_at: ends });
    await desk.campaign({ status: 'draft' });
    const answer = await test.request().get('/v1/portal/home').set(desk.admin).expect(200);
    const shown = clientOf(answer.body as HomeResponse, tenant)!;
    expect(shown.campaigns).toEqual({
      running: 2,
      items: [
        { campaign_id: first, name: 'Recall', ends_at_utc: ends.toISOString() },
        { campaign_id: last, name: 'No end', ends_at_utc: null },
      ],
    });
    expect(shown.capacity).toEqual({ in_use: 0, concurrency_limit: 10 });
  });

  // home 2.9
  it('say whether the client has a plan, in this environment', async () => {
    const [one, other] = tenants as [TestTenant, TestTenant];
    await test.world.sql(
      `INSERT INTO billing_plans (client_id, data_env, plan_name, currency, monthly_fee, updated_at)
       VALUES ($1, 'prod', 'Foundation', 'AUD', 24900, now()), ($2, 'dev', 'Foundation', 'AUD', 24900, now())`,
      [one.clientId, other.clientId],
    );
    const home = await homeOf(partner);
    expect([one, other].map((it) => clientOf(home, it)!.has_plan)).toEqual([true, false]);
  });

  // home 2.7, 2.8
  it('count the requests that press as their list does', async () => {
    const stage = await AlertStage.open(test);
    for (const from of [-2, -3]) await stage.request(hoursFromNow(from), hoursFromNow(9));
    await stage.request(hoursFromNow(-9), hoursFromNow(-1));
    await stage.request(hoursFromNow(2), hoursFromNow(9));
    const home = await homeOf(stage.people.get('client_admin')!);
    expect(clientOf(home, stage.tenant)!.requests_due).toEqual({ urgent: 2, overdue: 1 });
    const { open_count: open } = await stage.list('client_admin');
    expect(clientOf(home, stage.tenant)!.alerts!.open).toBe(open);
  });

  // home 4.1, 4.2
  it('tick the steps that are done, of projects that are not archived', async () => {
    const tenant = await test.world.aTenant();
    const admin = await test.world.aUser(tenant, { role: 'partner_admin' });
    const done = async () =>
      clientOf(await homeOf(admin), tenant)!.setup!.steps.flatMap((it) => (it.done ? [it.step] : []));
    expect(await done()).toEqual([]);
    const projectId = await test.world.aProject(tenant);
    await aDraft(test.world, tenant, projectId);
    await test.world.aUser(tenant, { role: 'client_staff' });
    expect(await done()).toEqual(['assistant', 'people']);
    const desk = await PlantedCampaigns.open(test, tenant);
    expect(await done()).toEqual(['assistant', 'publish', 'people']);
    for (const id of [projectId, desk.projectId]) await test.world.archive(id);
    expect(await done()).toEqual(['people']);
  });

  // home 1.4
  it('are null, and never 0, where a store does not answer, and the others stand', async () => {
    const [one, other] = tenants as [TestTenant, TestTenant];
    const { storeUrls } = test.databases.superuser;
    const storeB = new URL(storeUrls.get('store-b')!).pathname.slice(1);
    const fromStoreA = (statement: string) =>
      withClient(storeUrls.get('store-a')!, (store) => store.query(statement));
    await fromStoreA(`ALTER DATABASE "${storeB}" ALLOW_CONNECTIONS false`);
    try {
      await fromStoreA(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${storeB}'`);
      const home = await homeOf(partner);
      expect(home.items[0]).toMatchObject({
        client_id: other.clientId,
        unavailable: ['calls', 'campaigns', 'capacity', 'alerts'],
        alerts: null,
        calls: null,
        campaigns: null,
        capacity: null,
      });
      expect(clientOf(home, one)).toMatchObject({ unavailable: [], calls: { today: {} } });
    } finally {
      await fromStoreA(`ALTER DATABASE "${storeB}" ALLOW_CONNECTIONS true`);
    }
    await eventually(async () => expect(clientOf(await homeOf(partner), other)?.unavailable).toEqual([]));
  });

  // home 1.2
  it('are of the clients that the connection is bound to, whatever a statement asks', async () => {
    const [one, , empty] = tenants as [TestTenant, TestTenant, TestTenant];
    const text = `
      SELECT (SELECT count(*)::integer FROM calls_of_clients WHERE client_id = $3) AS calls,
             (SELECT count(*)::integer FROM calls WHERE client_id = $3) AS rows
       WHERE $1::text[] IS NOT NULL AND $2::text IS NOT NULL`;
    const askAs = async (...clients: string[]) => {
      const query = { name: '', text, values: [one.clientId] };
      return (await test.app.get(TenantStores).readAcross(clients, 'prod', query)).rows;
    };
    expect(await askAs(empty.clientId)).toEqual([{ calls: 0, rows: 0 }]);
    expect(await askAs(empty.clientId, one.clientId)).toEqual([
      { calls: expect.any(Number) as number, rows: 0 },
    ]);
  });

  // home 1.5
  it('refuse a zone that does not exist', async () => {
    const answer = await test
      .request()
      .get('/v1/portal/home')
      .set(bearer(partner.token()))
      .query({ timezone: 'Mars/Base' });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'validation_failed' });
  });

  // home 1.1
  it('are for people alone', async () => {
    const key = await test.world.aKey(tenants[0]!, 'partner_admin');
    await test.request().get('/v1/portal/home').set('X-API-Key', key).expect(404);
  });
});
