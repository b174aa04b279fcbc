import { beforeAll, describe, expect, it } from 'vitest';
import { aCall } from '../../support/builders.js';
import type { TestTenant } from '../../support/builders.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { CapacityFixture, holdersNamed } from './capacity-fixture.js';

const clock = new TestClock();
const test = useSharedApp({ clock });
const desk = new CapacityFixture(test);
let tenant: TestTenant;
let projects: string[];
let admin: string;

interface Item {
  client_id: string;
  project_id: string | null;
}
const ask = (token: string, query: object) =>
  test.request().get('/v1/capacity/overview').set('Authorization', `Bearer ${token}`).query(query);
const itemsOf = async (token: string, query: object): Promise<Item[]> => {
  const response = await ask(token, query);
  expect(response.status).toBe(200);
  return (response.body as { items: Item[] }).items;
};

beforeAll(async () => {
  tenant = await test.world.aTenant();
  projects = [];
  for (const name of ['p-1', 'p-2', 'p-3', 'p-quiet'])
    projects.push(await test.world.aProject(tenant, { projectId: `${tenant.clientId}-${name}` }));
  admin = (await test.world.aUser(tenant, { role: 'partner_admin' })).token();
  await desk.setLimit(tenant, 20, { reservedInbound: 5 });
  await desk.setLimit(tenant, 4, { projectId: projects[0]! });
  await desk.takeEach(tenant, projects[0]!, holdersNamed('dial', 7));
  await desk.takeEach(tenant, projects[1]!, holdersNamed('other', 3));
  const key = await test.world.aKey(tenant, 'runtime-ingest');
  const now = { started_at_utc: clock.now().toISOString(), ended_at_utc: null, duration_seconds: null };
  await test
    .request()
    .post('/internal/v1/calls')
    .set('X-API-Key', key)
    .send([
      aCall(projects[2]!, { ...now, call_status: 'in_progress' }),
      aCall(projects[2]!, { ...now, call_status: 'queued' }),
    ]);
});

describe('the overview of capacity', () => {
  // capacity 5.2, 5.3
  it('shows the client, then its projects, with what is in use, free, queued and was refused', async () => {
    const common = { client_id: tenant.clientId, updated_at_utc: clock.now().toISOString() };
    const response = await ask(admin, { page_size: 10 });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      items: [
        {
          ...common,
          project_id: null,
          concurrency_limit: 20,
          in_use: 8,
          reserved_inbound: 5,
          available: 8,
          utilisation_percent: 40,
          queued: 1,
          blocked_last_hour: 3,
        },
        {
          ...common,
          project_id: projects[0],
          concurrency_limit: 4,
          in_use: 4,
          reserved_inbound: 0,
          available: 0,
          utilisation_percent: 100,
          queued: 0,
          blocked_last_hour: 3,
        },
        {
          ...common,
          project_id: projects[1],
          concurrency_limit: null,
          in_use: 3,
          reserved_inbound: 0,
          available: 8,
          utilisation_percent: null,
          queued: 0,
          blocked_last_hour: 0,
        },
        {
          ...common,
          project_id: projects[2],
          concurrency_limit: null,
          in_use: 1,
          reserved_inbound: 0,
          available: 8,
          utilisation_percent: null,
          queued: 1,
          blocked_last_hour: 0,
        },
      ],
      pagination: { page: 1, page_size: 10, total_records: 4, total_pages: 1 },
    });
  });

  // capacity 1.1, 5.3
  it('shows a client without a limit, of which nothing is free to dials', async () => {
    const bare = await test.world.aTenant();
    const token = (await test.world.aUser(bare, { role: 'client_staff' })).token();
    expect(await itemsOf(token, {})).toEqual([
      {
        client_id: bare.clientId,
        project_id: null,
        concurrency_limit: null,
        in_use: 0,
        reserved_inbound: 0,
        available: 0,
        utilisation_percent: null,
        queued: 0,
        blocked_last_hour: 0,
        updated_at_utc: clock.now().toISOString(),
      },
    ]);
  });

  // capacity 5.3
  it('forgets what was refused after an hour', async () => {
    const moveBlocks = (minutes: number) =>
      desk.inStore(
        `UPDATE capacity_blocks SET minute = minute + $2 * interval '1 minute' WHERE client_id = $1`,
        [tenant.clientId, minutes],
      );
    const refused = async () => (await itemsOf(admin, {}))[0];
    await moveBlocks(-59);
    expect(await refused()).toMatchObject({ blocked_last_hour: 3 });
    await moveBlocks(-1);
    expect(await refused()).toMatchObject({ blocked_last_hour: 0 });
    await moveBlocks(60);
    expect(await refused()).toMatchObject({ blocked_last_hour: 3 });
  });

  // capacity 5.2
  it('shows a partner_user the projects assigned, and the client', async () => {
    const user = await test.world.aUser(tenant, { role: 'partner_user' });
    await test.world.assignProject(user, tenant, projects[1]!);
    expect((await itemsOf(user.token(), {})).map(({ project_id: id }) => id)).toEqual([null, projects[1]]);
  });

  // capacity 5.4
  it.each([
    [{}, 10],
    [{ page_size: 10 }, 10],
    [{ page_size: 25 }, 25],
    [{ page_size: 50 }, 50],
  ])('takes %j as pages of %i', async (query, size) => {
    const response = await ask(admin, query);
    expect(response.body).toMatchObject({ pagination: { page: 1, page_size: size } });
  });

  it.each([
    ['page_size', 'must be one of 10, 25, 50'],
    ['scope', 'must be one of client, platform'],
  ])('says what %s may be', async (field, message) => {
    expect((await ask(admin, { [field]: 'other' })).body).toMatchObject({
      error: { details: { field_errors: [{ field, message }] } },
    });
  });

  // capacity 5.4
  it.each([
    { page_size: 0 },
    { page_size: 1 },
    { page_size: 20 },
    { page_size: 100 },
    { page_size: 'ten' },
    { page_size: '' },
    { page_size: [10, 25] },
    { page: 0 },
    { page: -1 },
    { scope: 'client_admin' },
    { scope: '' },
    { other: 1 },
  ])('refuses %j', async (query) => {
    const response = await ask(admin, query);
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({
      error: { code: 'validation_error', details: { field_errors: [{ field: Object.keys(query)[0] }] } },
    });
  });

  // capacity 5.4
  it('pages without leaving out or repeating one, and shows the totals after the last page', async () => {
    const large = await test.world.aTenant();
    await desk.setLimit(large, 50);
    const token = (await test.world.aUser(large, { role: 'client_admin' })).token();
    for (let index = 0; index < 23; index += 1) {
      const projectId = await test.world.aProject(large);
      await desk.setLimit(large, index, { projectId });
    }
    const pages = [];
    for (const page of [1, 2, 3]) pages.push(await itemsOf(token, { page }));
    expect(pages.map((items) => items.length)).toEqual([10, 10, 4]);
    const ids = pages.flat().map(({ project_id: id }) => id);
    expect(ids[0]).toBeNull();
    expect(new Set(ids).size).toBe(24);
    expect(ids.slice(1)).toEqual([...ids.slice(1)].sort());
    expect((await ask(token, { page: 4 })).body).toEqual({
      items: [],
      pagination: { page: 4, page_size: 10, total_records: 24, total_pages: 3 },
    });
  });

  // capacity 5.1: the route matrix covers every role with own, foreign and absent clients.
  it('answers keys of every scope like an absent route', async () => {
    for (const scope of ['partner_admin', 'service_admin', 'client_admin', 'full-access'] as const) {
      const key = await test.world.aKey(tenant, scope);
      const response = await test
        .request()
        .get('/v1/capacity/overview')
        .set('X-API-Key', key)
        .query({ page_size: 9 });
      expect(response.status).toBe(404);
    }
  });
});

// capacity 5.5
describe('the overview of the platform', () => {
  it('has an item for each client of the environment, whichever store it is in', async () => {
    const far = await test.world.aTenant({ storeId: 'store-b' });
    const staging = await test.world.aTenant({ dataEnv: 'staging' });
    await desk.setLimit(far, 7);
    const staff = await test.world.aUser(far, { role: 'service_operator' });
    const found: Item[] = [];
    for (let page = 1; ; page += 1) {
      const items = await itemsOf(staff.token(), { scope: 'platform', page_size: 10, page });
      if (items.length === 0) break;
      found.push(...items);
    }
    const ids = found.map(({ client_id: id }) => id);
    expect(ids).toEqual([...ids].sort());
    expect(ids).toContain(tenant.clientId);
    expect(ids).not.toContain(staging.clientId);
    expect(found.every(({ project_id: id }) => id === null)).toBe(true);
    expect(found.find(({ client_id: id }) => id === far.clientId)).toMatchObject({ concurrency_limit: 7 });
    expect(found.find(({ client_id: id }) => id === tenant.clientId)).toMatchObject({ in_use: 8 });
  });

  it('can be asked for with a client as well, and scope=client is the client', async () => {
    const staff = await test.world.aUser(tenant, { role: 'service_admin' });
    const both = { client_id: tenant.clientId, page_size: 50 };
    const alone = await itemsOf(staff.token(), { scope: 'platform', page_size: 50 });
    expect(alone.length).toBeGreaterThan(1);
    expect(await itemsOf(staff.token(), { ...both, scope: 'platform' })).toEqual(alone);
    expect((await itemsOf(staff.token(), { ...both, scope: 'client' }))[0]).toMatchObject({
      project_id: null,
    });
    expect((await ask(staff.token(), { scope: 'client' })).status).toBe(404);
    expect((await ask(staff.token(), { scope: 'platform', client_id: 'absent' })).status).toBe(404);
  });

  it.each(['partner_admin', 'partner_user', 'client_admin', 'client_manager', 'client_staff'] as const)(
    'is not there for a %s, who may name a client or not',
    async (role) => {
      const user = await test.world.aUser(tenant, { role, isDefault: true });
      for (const query of [
        { scope: 'platform' },
        { scope: 'platform', client_id: tenant.clientId },
        { scope: 'platform', page_size: 9 },
      ])
        expect((await ask(user.token(), query)).status).toBe(404);
    },
  );

  // access 8.2
  it('is not shut by the networks of a client', async () => {
    const own = await test.world.aTenant();
    await test.world.sql(
      `INSERT INTO tenant_ip_allowlist (client_id, data_env, network) VALUES ($1, 'prod', '198.51.100.0/24')`,
      [own.clientId],
    );
    const staff = await test.world.aUser(own, { role: 'service_admin' });
    const named = { client_id: own.clientId };
    for (const query of [{ scope: 'platform' }, { ...named, scope: 'platform' }])
      expect((await ask(staff.token(), query)).status).toBe(200);
    expect((await ask(staff.token(), { ...named, scope: 'client' })).status).toBe(403);
    const customer = await test.world.aUser(own, { role: 'client_admin', isDefault: true });
    expect((await ask(customer.token(), { scope: 'platform' })).status).toBe(404);
  });

  it('is asked for by the internal role of a person who has another one by default', async () => {
    const other = await test.world.aTenant();
    const user = await test.world.aUser(tenant, { role: 'partner_admin', isDefault: true });
    await test.world.assign(user, other, { role: 'service_admin' });
    expect((await itemsOf(user.token(), { scope: 'platform' })).length).toBeGreaterThan(1);
    expect((await ask(user.token(), { scope: 'platform', client_id: tenant.clientId })).status).toBe(404);
  });
});
