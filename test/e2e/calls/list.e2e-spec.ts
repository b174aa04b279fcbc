import type { Response } from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { aCall } from '../../support/builders.js';
import type { TestTenant, TestUser } from '../../support/builders.js';
import { waitersFor, whileLocked } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { expectedRow, idsOf, listableCalls, listed } from '../../support/independent-list.js';
import { postCalls } from '../../support/post-calls.js';
import type { PostedCall } from '../../support/random-calls.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { bearer } from '../access/callers.js';
import { PORTAL_ROLES } from '../../../src/core/shared/roles.js';

interface List {
  readonly items: Record<string, unknown>[];
  readonly pagination: Record<string, number | null>;
  readonly next_cursor?: string;
}
const list = (response: Response): List => {
  expect(response.status, response.text).toBe(200);
  return response.body as List;
};

const SPAN = { from: '2026-09-25T00:00:00Z', to: '2026-10-20T00:00:00Z' };
const WHOLE = { start_date: '2026-09-25', end_date: '2026-10-20' };

describe('the call list', () => {
  const clock = new TestClock(new Date('2026-10-21T12:00:00.000Z'));
  const test = useSharedApp({ clock });
  let tenant: TestTenant;
  let neighbour: TestTenant;
  let projects: string[];
  let readKey: string;
  let calls: PostedCall[];

  const get = (query: object, headers: Record<string, string> = { 'X-API-Key': readKey }) =>
    test.request().get('/v1/calls/list').set(headers).query(query);

  beforeAll(async () => {
    tenant = await test.world.aTenant();
    projects = [await test.world.aProject(tenant), await test.world.aProject(tenant)];
    for (const project of projects) {
      await test.world.sql(
        `UPDATE projects SET display_name = 'Desk of ' || project_id WHERE project_id = $1`,
        [project],
      );
    }
    readKey = await test.world.aKey(tenant, 'full-access');
    calls = listableCalls(150, 11, { projectIds: projects, ...SPAN });
    await postCalls(test, tenant, calls);

    // The neighbour shares the store, and has calls with the same ids.
    neighbour = await test.world.aTenant();
    const theirs = await test.world.aProject(neighbour);
    await postCalls(
      test,
      neighbour,
      calls.slice(0, 40).map((call) => ({ ...call, project_id: theirs, agent_name: 'Neighbour' })),
    );
  });

  // calls 1.1, 5.1, 5.3
  it('shows every call of the range as it was posted, newest first', async () => {
    const shown: unknown[] = [];
    for (let page = 1; page <= 2; page += 1) {
      shown.push(...list(await get({ ...WHOLE, page, page_size: 100 })).items);
    }
    expect(shown).toEqual(
      listed(calls, WHOLE).map((call) => expectedRow(call, `Desk of ${call['project_id'] as string}`, false)),
    );
  });

  it('has the fields of a row in the order of calls 5.3, and no others', async () => {
    const [first] = list(await get({ ...WHOLE, page_size: 1 })).items;
    expect(Object.keys(first!)).toEqual(Object.keys(expectedRow(calls[0]!, null, false)));
  });

  // calls 5.5; privacy 3.1
  it('shows no number but masked', async () => {
    const { text } = await get({ ...WHOLE, page_size: 100 });
    const numbers = calls.map((call) => call['caller_number']).filter((it) => typeof it === 'string');
    expect(numbers.length).toBeGreaterThan(50);
    expect(numbers.filter((number) => text.includes(number.slice(1)))).toEqual([]);
    expect(text).toMatch(/\+61 \*\*\* \*\*\* \d{3}/);
    expect(text).not.toContain('Hello');
  });

  // calls 5.1, 5.2; requests 9.6
  it('is twenty calls of the last thirty days when nothing is asked', async () => {
    const body = list(await get({}));
    expect(body.items).toHaveLength(20);
    const recent = { start_date: '2026-09-21T12:00:00Z', end_date: '2026-10-21T12:00:00Z' };
    expect(body.pagination).toEqual({
      page: 1,
      page_size: 20,
      total_records: listed(calls, recent).length,
      total_pages: Math.ceil(listed(calls, recent).length / 20),
    });
    expect(body.items.map((it) => it['call_id'])).toEqual(idsOf(listed(calls, recent)).slice(0, 20));
  });

  // requests 9.4
  it('goes by the days of the time zone', async () => {
    const day = { start_date: '2026-10-04', end_date: '2026-10-04', timezone: 'Australia/Sydney' };
    const body = list(await get({ ...day, page_size: 100 }));
    expect(body.items.map((it) => it['call_id'])).toEqual(idsOf(listed(calls, day)));
  });

  it('has one project where one is named', async () => {
    const selection = { ...WHOLE, project_id: projects[1]! };
    const body = list(await get({ ...selection, page_size: 100 }));
    expect(body.items.map((it) => it['call_id'])).toEqual(idsOf(listed(calls, selection)).slice(0, 100));
    expect(body.pagination['total_records']).toBe(listed(calls, selection).length);
  });

  it('has a project without a name where its name is no longer known', async () => {
    const own = await test.world.aTenant();
    const project = await test.world.aProject(own);
    await postCalls(test, own, [aCall(project)]);
    await test.world.sql('DELETE FROM projects WHERE project_id = $1', [project]);
    const key = { 'X-API-Key': await test.world.aKey(own, 'read-only') };
    expect(list(await get(WHOLE, key)).items).toMatchObject([{ project_id: project, project_name: null }]);
  });

  it('of a range without calls is empty, on no page', async () => {
    expect(list(await get({ start_date: '2026-08-01', end_date: '2026-08-31' }))).toEqual({
      items: [],
      pagination: { page: 1, page_size: 20, total_records: 0, total_pages: 0 },
    });
  });

  // calls 5.9
  it('is not counted when nobody asks', async () => {
    const body = list(await get({ ...WHOLE, include_total: 'false' }));
    expect(body.items).toHaveLength(20);
    expect(body.pagination).toEqual({ page: 1, page_size: 20, total_records: null, total_pages: null });
  });

  // Fails if rows and totals are read one after the other, each at its own moment. calls 5.10
  it('has rows and totals of one moment, though a call comes in between', async () => {
    const own = await test.world.aTenant();
    const project = await test.world.aProject(own);
    const ownKey = { 'X-API-Key': await test.world.aKey(own, 'full-access') };
    const fields = { started_at_utc: '2026-10-01T01:00:00.000Z', ended_at_utc: null };
    await postCalls(test, own, [aCall(project, fields)]);
    const storeUrl = test.databases.superuser.storeUrls.get('store-a')!;
    // Locks the counts, which a page reads after its rows and ingest does not read.
    const seen = await whileLocked(storeUrl, 'call_rollups IN ACCESS EXCLUSIVE MODE', async (unlock) => {
      const asked = get(WHOLE, ownKey).then(list);
      await eventually(async () => expect(await waitersFor(storeUrl, 'call_rollups')).toBe(1));
      await postCalls(test, own, [aCall(project, fields)]);
      await unlock();
      return asked;
    });
    expect([seen.items.length, seen.pagination['total_records']]).toEqual([1, 1]);
    const after = list(await get(WHOLE, ownKey));
    expect([after.items.length, after.pagination['total_records']]).toEqual([2, 2]);
  });

  describe('for different callers', () => {
    // calls 1.2, 5.4
    it.each(PORTAL_ROLES)('is the same to a %s, who may open calls or not', async (role) => {
      const user = await test.world.aUser(tenant, { role });
      for (const project of projects) await test.world.assignProject(user, tenant, project);
      const query = { ...WHOLE, client_id: tenant.clientId, page_size: 100 };
      const mayOpen = role === 'client_admin' || role === 'partner_admin';
      expect(list(await get(query, bearer(user.token()))).items).toEqual(
        listed(calls, WHOLE)
          .slice(0, 100)
          .map((call) => expectedRow(call, `Desk of ${call['project_id'] as string}`, mayOpen)),
      );
    });

    // calls 5.4
    it('offers no detail to an API key, whatever its scope', async () => {
      const key = { 'X-API-Key': await test.world.aKey(tenant, 'client_admin') };
      expect(list(await get(WHOLE, key)).items.map((it) => it['detail_available'])).toEqual(
        Array(20).fill(false),
      );
    });

    // calls 1.2
    it.each(['support-ingest', 'runtime-ingest'] as const)('does not exist for a %s key', async (scope) => {
      const key = { 'X-API-Key': await test.world.aKey(tenant, scope) };
      expect((await get(WHOLE, key)).status).toBe(404);
    });

    // calls 1.3
    it('has just the assigned projects of a partner_user, in rows, totals and pages', async () => {
      const user = await test.world.aUser(tenant, { role: 'partner_user' });
      expect(list(await get(WHOLE, bearer(user.token()))).pagination['total_records']).toBe(0);
      await test.world.assignProject(user, tenant, projects[0]!);
      const own = listed(calls, { ...WHOLE, project_id: projects[0]! });
      const body = list(await get({ ...WHOLE, page_size: 100 }, bearer(user.token())));
      expect(body.items.map((it) => it['call_id'])).toEqual(idsOf(own).slice(0, 100));
      expect(body.pagination['total_records']).toBe(own.length);
      const foreign = await get({ ...WHOLE, project_id: projects[1] }, bearer(user.token()));
      const absent = await get({ ...WHOLE, project_id: 'project-nowhere' }, bearer(user.token()));
      expect([foreign.status, foreign.text]).toEqual([404, absent.text]);
    });

    it('lets a partner choose among the assigned clients, and no others', async () => {
      const user: TestUser = await test.world.aUser(tenant, { role: 'partner_admin', isDefault: true });
      await test.world.assign(user, neighbour, { role: 'partner_admin' });
      const stranger = await test.world.aTenant();
      const countOf = async (query: object) =>
        list(await get({ ...WHOLE, ...query }, bearer(user.token()))).pagination['total_records'];
      expect(await countOf({})).toBe(listed(calls, WHOLE).length);
      expect(await countOf({ client_id: neighbour.clientId })).toBe(listed(calls.slice(0, 40), WHOLE).length);
      const denied = await get({ ...WHOLE, client_id: stranger.clientId }, bearer(user.token()));
      const absent = await get({ ...WHOLE, client_id: 'nobody' }, bearer(user.token()));
      expect([denied.status, denied.text]).toEqual([404, absent.text]);
      const swapped = await get(
        { ...WHOLE, client_id: neighbour.clientId, project_id: projects[0] },
        bearer(user.token()),
      );
      expect(swapped.status).toBe(404);
    });

    it('requires internal staff to name the client', async () => {
      const user = await test.world.aUser(tenant, { role: 'service_operator' });
      expect((await get(WHOLE, bearer(user.token()))).status).toBe(404);
      expect((await get({ ...WHOLE, client_id: tenant.clientId }, bearer(user.token()))).status).toBe(200);
    });

    // calls 1.3
    it('keeps the data environments of a client apart', async () => {
      const staging = await test.world.aTenant({ clientId: tenant.clientId, dataEnv: 'staging' });
      const key = { 'X-API-Key': await test.world.aKey(staging, 'full-access') };
      expect(list(await get(WHOLE, key)).items).toEqual([]);
    });
  });

  describe('refuses', () => {
    // calls 4.7, 5.8
    it.each([
      ['page', '0'],
      ['page', '-1'],
      ['page', '1.5'],
      ['page', 'two'],
      ['page', ''],
      ['page', '1e2'],
      ['page', '9'.repeat(16)],
      ['page_size', '0'],
      ['page_size', '101'],
      ['page_size', '20.0'],
      ['page_size', 'all'],
      ['page_size', ''],
      ['start_date', '2026-02-30'],
      ['timezone', 'Mars/Olympus'],
      ['per_page', '20'],
    ])('%s=%s with a 422 that names the field', async (name, value) => {
      const response = await get({ ...WHOLE, [name]: value });
      expect(response.status).toBe(422);
      const { details } = response.body as { details: { loc: string[] }[] };
      expect(details.map(({ loc }) => loc)).toEqual([['query', name]]);
    });

    it.each(['sort_by', 'sort_order', 'cursor', 'page', 'status'])(
      'a %s that is sent twice',
      async (name) => {
        expect((await get({ ...WHOLE, [name]: ['1', '1'] })).status).toBe(422);
      },
    );

    // calls 6.3
    it.each([
      ['include_total', { include_total: 'maybe' }],
      ['page', { page: 2, cursor: 'abc' }],
      ['cursor', { cursor: 'abc' }],
      ['cursor', { page: 1, cursor: '' }],
    ])('%s of %j with a 400 that names it', async (name, query) => {
      const response = await get({ ...WHOLE, ...query });
      expect(response.status).toBe(400);
      expect(response.body).toMatchObject({
        error: { code: 'validation_failed', field_errors: [{ field: name }] },
        status_code: 400,
      });
    });
  });
});
