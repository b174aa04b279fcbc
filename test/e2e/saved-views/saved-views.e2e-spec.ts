import { beforeAll, describe, expect, it } from 'vitest';
import type { Response } from 'supertest';
import type {
  SavedView,
  SavedViewsResponse,
} from '../../../src/features/saved-views/views/views.response.js';
import type { PortalRole } from '../../../src/core/shared/roles.js';
import type { TestTenant, TestUser } from '../../support/builders.js';
import { useSharedApp } from '../../support/shared-app.js';
import { bearer } from '../access/callers.js';

const PATH = '/v1/portal/views';
const ADDRESS = '/calls?range=7&status=missed';

describe('saved views', () => {
  const test = useSharedApp();
  let tenant: TestTenant;
  let admin: TestUser;
  let staff: TestUser;

  type Method = 'get' | 'post' | 'patch' | 'delete';
  const send = async (
    user: TestUser,
    method: Method,
    {
      path = '',
      body,
      etag,
      of = tenant,
    }: { path?: string; body?: object; etag?: string; of?: TestTenant } = {},
  ): Promise<Response> => {
    const request = test
      .request()
      [method](`${PATH}${path}`)
      .set(bearer(user.token()))
      .query({ client_id: of.clientId });
    if (etag !== undefined) void request.set('If-Match', etag);
    return body === undefined ? request : request.send(body);
  };
  const saved = async (user: TestUser, body: object): Promise<SavedView> => {
    const answer = await send(user, 'post', { body: { name: 'Missed', address: ADDRESS, ...body } });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.headers['etag']).toBe(`"${(answer.body as SavedView).etag}"`);
    return answer.body as SavedView;
  };
  const listed = async (user: TestUser, of = tenant): Promise<SavedViewsResponse> => {
    const answer = await send(user, 'get', { of });
    expect(answer.status).toBe(200);
    return answer.body as SavedViewsResponse;
  };
  const namesFor = async (user: TestUser): Promise<string[]> =>
    (await listed(user)).items.map((it) => it.name);

  beforeAll(async () => {
    tenant = await test.world.aTenant();
    admin = await test.world.aUser(tenant, { role: 'client_admin' });
    staff = await test.world.aUser(tenant, { role: 'client_staff' });
  });

  // saved-views 1.1, 1.2, 1.3, 1.4, 3.2
  it('are of one person, or shared by those who may, and change by the state that was read', async () => {
    const own = await saved(staff, {
      name: 'bravo',
      address: '/calls?status=missed&client_id=x&cursor=c&range=7',
    });
    expect(own).toMatchObject({
      address: ADDRESS,
      shared: false,
      may_change: true,
      updated_by: staff.userId,
    });
    const shared = await saved(admin, { name: 'Alpha', shared: true });
    expect([await namesFor(staff), await namesFor(admin)]).toEqual([['Alpha', 'bravo'], ['Alpha']]);
    expect((await listed(staff)).items.map((it) => it.may_change)).toEqual([false, true]);
    expect([(await listed(staff)).may_share, (await listed(admin)).may_share]).toEqual([false, true]);

    const at = `/${own.view_id}`;
    const body = { name: 'Bravo two' };
    expect((await send(staff, 'patch', { path: at, body })).status).toBe(428);
    expect((await send(staff, 'patch', { path: at, body, etag: '"older"' })).status).toBe(409);
    const changed = await send(staff, 'patch', { path: at, body, etag: `"${own.etag}"` });
    expect(changed.body).toMatchObject({ ...body, address: ADDRESS, shared: false });
    expect((changed.body as SavedView).etag).not.toBe(own.etag);

    // Another person's view, a shared one for a role that may not share, another client's, and one
    // that does not exist.
    const foreign = await test.world.aTenant();
    const stranger = await test.world.aUser(foreign, { role: 'client_admin' });
    const etag = `"${shared.etag}"`;
    const refused = await Promise.all([
      send(admin, 'patch', { path: at, body, etag }),
      send(admin, 'delete', { path: at, body: {} }),
      send(staff, 'patch', { path: `/${shared.view_id}`, body, etag }),
      send(staff, 'delete', { path: `/${shared.view_id}`, body: {} }),
      send(stranger, 'delete', { path: `/${shared.view_id}`, body: {}, of: foreign }),
      send(staff, 'delete', { path: '/no-such-view', body: {} }),
    ]);
    expect(refused.map((it) => it.status)).toEqual([404, 404, 404, 404, 404, 404]);

    // Another administrator takes over a shared view and makes it private.
    const manager = await test.world.aUser(tenant, { role: 'client_manager' });
    await send(manager, 'patch', { path: `/${shared.view_id}`, body: { shared: false }, etag });
    expect([await namesFor(manager), await namesFor(admin)]).toEqual([['Alpha'], []]);
    for (const [user, id] of [
      [manager, shared.view_id],
      [staff, own.view_id],
    ] as const)
      expect((await send(user, 'delete', { path: `/${id}`, body: {} })).body).toEqual({
        view_id: id,
        deleted: true,
      });
    expect(await namesFor(staff)).toEqual([]);
    const audited = await test.world.sql<{ action: string; row: string }>(
      `SELECT action, a::text AS row FROM audit_events a WHERE client_id = $1 AND action LIKE 'saved_view.%' ORDER BY occurred_at`,
      [tenant.clientId],
    );
    const counts = Object.entries(Object.groupBy(audited, (it) => it.action)).map(([action, rows]) => [
      action,
      rows!.length,
    ]);
    expect(Object.fromEntries(counts)).toEqual({
      'saved_view.saved': 2,
      'saved_view.changed': 2,
      'saved_view.deleted': 2,
    });
    expect(JSON.stringify(audited)).not.toMatch(/bravo|alpha|missed/i);
  });

  // saved-views 1.3, 2.1, 2.3
  it.each<[PortalRole, object, string]>([
    ['client_staff', { shared: true }, 'shared'],
    ['partner_user', { shared: true }, 'shared'],
    ['client_admin', { address: 'https://evil.example/calls' }, 'address'],
    ['client_admin', { address: '/settings' }, 'address'],
    ['client_admin', { address: '/calls?caller=%2B61491570156' }, 'address'],
    ['client_admin', { address: '/campaigns?find=mei%40example.com' }, 'address'],
    ['client_admin', { name: 'Call 0491 570 156' }, 'name'],
    ['client_admin', { name: '' }, 'name'],
    ['client_admin', { name: 'x'.repeat(61) }, 'name'],
  ])('of a %s with %j are refused by their field', async (role, body, field) => {
    const user = await test.world.aUser(tenant, { role });
    const answer = await send(user, 'post', { body: { name: 'Missed', address: ADDRESS, ...body } });
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([400, 'validation_failed']);
    expect(Object.keys((answer.body as { field_errors: object }).field_errors)).toEqual([field]);
  });

  // saved-views 2.4, 3.3
  it('name no project that the person does not see, and end and return with the role', async () => {
    const of = await test.world.aTenant();
    const project = await test.world.aProject(of);
    const boss = await test.world.aUser(of, { role: 'partner_admin' });
    const user = await test.world.aUser(of, { role: 'partner_user' });
    const body = { name: 'One', address: `/calls?project_id=${project}`, shared: true };
    expect((await send(boss, 'post', { of, body })).status).toBe(200);
    expect((await listed(user, of)).items).toEqual([]);
    expect((await send(user, 'post', { of, body: { ...body, shared: false } })).status).toBe(404);
    expect(
      (await send(boss, 'post', { of, body: { ...body, address: '/calls?project_id=none' } })).status,
    ).toBe(404);
    await test.world.assignProject(user, of, project);
    expect((await listed(user, of)).items).toHaveLength(1);
    expect((await send(user, 'post', { of, body: { ...body, shared: false } })).status).toBe(200);
    const setRole = (active: boolean) =>
      test.world.sql('UPDATE portal_user_client_assignments SET active = $2 WHERE user_id = $1', [
        user.userId,
        active,
      ]);
    await setRole(false);
    expect((await send(user, 'get', { of })).status).toBe(404);
    expect((await listed(boss, of)).items).toHaveLength(1);
    await setRole(true);
    expect((await listed(user, of)).items).toHaveLength(2);
  });

  // saved-views 3.1
  it('are at most 50 of a person and 100 shared ones of a client', async () => {
    const of = await test.world.aTenant();
    const user = await test.world.aUser(of, { role: 'client_admin' });
    const plant = (count: number, isShared: boolean) =>
      test.world.sql(
        `INSERT INTO saved_views (client_id, data_env, owner_id, name, address, is_shared, etag, created_at, updated_at, updated_by)
         SELECT $1, $2, $3::uuid, 'v', '/calls', $4, 'e', now(), now(), 'test' FROM generate_series(1, $5)`,
        [of.clientId, of.dataEnv, user.userId, isShared, count],
      );
    for (const [shared, most] of [
      [false, 50],
      [true, 100],
    ] as const) {
      await plant(most - 1, shared);
      const body = { name: 'Last', address: '/calls', shared };
      const answers = await Promise.all([1, 2].map(() => send(user, 'post', { of, body })));
      expect(answers.map((it) => it.status).toSorted()).toEqual([200, 409]);
    }
    const [own] = (await listed(user, of)).items.filter((it) => !it.shared);
    const full = await send(user, 'patch', {
      of,
      path: `/${own!.view_id}`,
      body: { shared: true },
      etag: `"${own!.etag}"`,
    });
    expect(full.status).toBe(409);
  });
});
