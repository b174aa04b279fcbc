import type { Response } from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestTenant } from '../../support/builders.js';
import { useSharedApp } from '../../support/shared-app.js';
import { bearer } from '../access/callers.js';
import { plantProject } from './planted-projects.js';

interface List {
  readonly items: { readonly project_id: string; readonly lifecycle_state: string }[];
  readonly pagination: Readonly<Record<string, number>>;
}

const listOf = (response: Response): List => {
  expect(response.status, response.text).toBe(200);
  return response.body as List;
};
const idsOf = (response: Response): string[] => listOf(response).items.map((it) => it.project_id);

// In the order in which a person would sort the names, regardless of case: Latin before Greek
// before Han, accents next to their letter. For a list, the two front desks have the same name;
// creations and changes within a millisecond are equal too.
const PROJECTS = [
  { id: 'p-4', name: 'apple', created: '2026-03-01T00:00:00.000Z', updated: '2026-09-01T00:00:00.000Z' },
  { id: 'p-1', name: 'Banana', created: '2026-02-01T00:00:00.0001Z', updated: '2026-08-01T00:00:00.000Z' },
  { id: 'P-1', name: 'Émile', created: '2026-02-01T00:00:00.0009Z', updated: '2026-07-02T00:00:00.000Z' },
  { id: 'p-2', name: 'Front desk', created: '2026-01-01T00:00:00.000Z', updated: '2026-08-01T00:00:00.000Z' },
  { id: 'p-3', name: 'front DESK', created: '2026-04-01T00:00:00.000Z', updated: '2026-06-01T00:00:00.000Z' },
  { id: 'p-5', name: 'Zoë 🦷', created: '2026-05-01T00:00:00.000Z', updated: '2026-05-01T00:00:00.000Z' },
  { id: 'p-6', name: 'Ωμέγα', created: '2026-06-01T00:00:00.000Z', updated: '2026-07-01T00:00:00.0009Z' },
  { id: 'p-7', name: '北京', created: '2026-07-01T00:00:00.000Z', updated: '2026-07-01T00:00:00.0001Z' },
] as const;
const ARCHIVED = 'p-8';

const ASCENDING: Readonly<Record<string, readonly string[]>> = {
  display_name: ['p-4', 'p-1', 'P-1', 'p-2', 'p-3', 'p-5', 'p-6', 'p-7'],
  project_id: ['P-1', 'p-1', 'p-2', 'p-3', 'p-4', 'p-5', 'p-6', 'p-7'],
  created_at_utc: ['p-2', 'P-1', 'p-1', 'p-4', 'p-3', 'p-5', 'p-6', 'p-7'],
  updated_at_utc: ['p-5', 'p-3', 'p-6', 'p-7', 'P-1', 'p-1', 'p-2', 'p-4'],
};
const ORDERS = Object.entries(ASCENDING).flatMap(([sort_by, ids]): [string, string, readonly string[]][] => [
  [sort_by, 'asc', ids],
  [sort_by, 'desc', ids.toReversed()],
]);
const NEWEST_FIRST = ASCENDING['created_at_utc']!.toReversed();

describe('GET /v1/projects', () => {
  const test = useSharedApp();
  let tenant: TestTenant;
  let staging: TestTenant;
  let admin: string;
  let legacy: string;

  const get = (query: object, key = admin) =>
    test.request().get('/v1/projects').set('X-API-Key', key).query(query);

  beforeAll(async () => {
    tenant = await test.world.aTenant();
    for (const { id, name, created, updated } of PROJECTS) {
      const columns = { display_name: name, created_at: created, updated_at: updated };
      await plantProject(test, tenant, id, columns);
    }
    await plantProject(test, tenant, ARCHIVED, {
      lifecycle_state: 'archived',
      created_at: '2026-08-01T00:00:00.000Z',
    });
    staging = await test.world.aTenant({ clientId: tenant.clientId, dataEnv: 'staging' });
    await plantProject(test, staging, 'p-staging');
    await plantProject(test, await test.world.aTenant(), 'p-foreign');
    admin = await test.world.aKey(tenant, 'partner_admin');
    legacy = await test.world.aKey(tenant, 'read-only');
  });

  // projects 1.1, 1.3; requests 7.1
  it('is newest first, on one page of twenty, without archived ones and without those of others', async () => {
    const response = await get({});
    expect(idsOf(response)).toEqual(NEWEST_FIRST);
    expect(listOf(response).pagination).toEqual({
      page: 1,
      page_size: 20,
      total_records: 8,
      total_pages: 1,
    });
  });

  // projects 1.5; requests 7.5
  it.each(ORDERS)('sorts by %s %s, and equal ones by project_id', async (sort_by, sort_order, ids) => {
    expect(idsOf(await get({ sort_by, sort_order }))).toEqual(ids);
  });

  // projects 1.5
  it.each(ORDERS)('by %s %s has each project on one page, at any size', async (sort_by, sort_order, ids) => {
    for (const page_size of [1, 3, 8]) {
      const pages: string[][] = [];
      for (let page = 1; page <= Math.ceil(8 / page_size); page += 1) {
        const response = await get({ sort_by, sort_order, page, page_size });
        expect(listOf(response).pagination).toEqual({
          page,
          page_size,
          total_records: 8,
          total_pages: Math.ceil(8 / page_size),
        });
        pages.push(idsOf(response));
      }
      expect(pages.slice(0, -1).every((it) => it.length === page_size)).toBe(true);
      expect(pages.flat()).toEqual(ids);
    }
  });

  // requests 7.2, 10.4
  it.each([2, 1000, 999_999_999_999_999])(
    'past the end (page %i) is empty and tells the totals',
    async (page) => {
      expect(listOf(await get({ page, page_size: 100 }))).toEqual({
        items: [],
        pagination: { page, page_size: 100, total_records: 8, total_pages: 1 },
      });
    },
  );

  it('without any project is one empty page', async () => {
    const empty = await test.world.aKey(await test.world.aTenant(), 'partner_admin');
    expect(listOf(await get({}, empty))).toEqual({
      items: [],
      pagination: { page: 1, page_size: 20, total_records: 0, total_pages: 0 },
    });
  });

  it.each([
    [{ include_archived: true }],
    [{ include_inactive: true }],
    [{ include_archived: true, include_inactive: false }],
    [{ include_archived: false, include_inactive: true }],
  ])('has archived projects too with %j', async (query) => {
    const response = await get(query);
    expect(idsOf(response)).toEqual([ARCHIVED, ...NEWEST_FIRST]);
    expect(listOf(response).items[0]!.lifecycle_state).toBe('archived');
    expect(listOf(response).pagination['total_records']).toBe(9);
    const { projects } = (await get(query, legacy)).body as { projects: object[] };
    expect(projects).toHaveLength(9);
    expect(projects[0]).toMatchObject({ project_id: ARCHIVED, is_active: false });
  });

  it('has none with both of them false', async () => {
    expect(idsOf(await get({ include_archived: false, include_inactive: false }))).toEqual(NEWEST_FIRST);
  });

  it.each([
    ['sort_by', 'name', 'created_at_utc, updated_at_utc, display_name, project_id'],
    ['sort_order', 'up', 'desc, asc'],
    ['data_env', 'production', 'prod, staging, dev'],
    ['include_inactive', '1', 'true, false'],
    ['include_archived', 'yes', 'true, false'],
  ])('names %s in a 400 for %s, and what is allowed', async (field, value, allowed) => {
    for (const key of [admin, legacy]) {
      const response = await get({ [field]: value }, key);
      expect(response.status).toBe(400);
      expect(response.body).toMatchObject({
        error: {
          code: 'validation_failed',
          status: 400,
          details: { field_errors: [{ field, message: `must be one of ${allowed}`, code: 'value_unknown' }] },
        },
      });
    }
  });

  it.each([
    ['page', '0'],
    ['page', '-1'],
    ['page', '1.5'],
    ['page', 'one'],
    ['page', ''],
    ['page_size', '0'],
    ['page_size', '101'],
    ['page_size', 'all'],
    ['search', 'front'],
  ])('names %s in a 422 for %j', async (field, value) => {
    const response = await get({ [field]: value });
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({
      error: { code: 'validation_error', details: { field_errors: [{ field }] } },
    });
  });

  it.each(['page', 'page_size', 'sort_by', 'sort_order', 'data_env', 'include_archived', 'include_inactive'])(
    'takes %s only once',
    async (name) => {
      const path = `/v1/projects?${name}=1&${name}=2`;
      await test.request().get(path).set('X-API-Key', admin).expect(422);
    },
  );

  describe('and the environment', () => {
    // projects 1.3
    it('may be named when it is that of the credentials, and is not there otherwise', async () => {
      expect(idsOf(await get({ data_env: 'prod' }))).toEqual(NEWEST_FIRST);
      const absent = await test.request().get('/v1/projects/p-nowhere').set('X-API-Key', admin);
      for (const data_env of ['staging', 'dev']) {
        for (const query of [{ data_env }, { data_env, sort_by: 'unknown' }]) {
          const response = await get(query);
          expect(response.status).toBe(404);
          const error = { ...(response.body as { error: object }).error, request_id: '' };
          expect(error).toEqual({ ...(absent.body as { error: object }).error, request_id: '' });
        }
      }
    });

    it('comes from the key', async () => {
      const response = await get({}, await test.world.aKey(staging, 'read-only'));
      expect(response.body).toMatchObject({ projects: [{ project_id: 'p-staging' }] });
    });

    it('comes from the token of a person', async () => {
      const user = await test.world.aUser(tenant, { role: 'partner_admin', isDefault: true });
      await test.world.assign(user, staging, { role: 'partner_admin', isDefault: true });
      const as = (env: string | undefined, query: object) =>
        test
          .request()
          .get('/v1/projects')
          .set(bearer(user.token(env)))
          .query(query);
      expect(idsOf(await as(undefined, {}))).toEqual(NEWEST_FIRST);
      expect(idsOf(await as('staging', {}))).toEqual(['p-staging']);
      expect(idsOf(await as('staging', { data_env: 'staging' }))).toEqual(['p-staging']);
      await as('staging', { data_env: 'prod' }).expect(404);
    });
  });

  describe('for legacy scopes', () => {
    const legacyIds = (response: Response): string[] => {
      expect(response.status, response.text).toBe(200);
      return (response.body as { projects: { project_id: string }[] }).projects.map((it) => it.project_id);
    };

    // projects 1.6
    it('has all of them where no page was asked for', async () => {
      const many = await test.world.aTenant();
      for (let index = 0; index < 25; index += 1) await test.world.aProject(many);
      const response = await get({}, await test.world.aKey(many, 'full-access'));
      expect(legacyIds(response)).toHaveLength(25);
      expect(response.body).toMatchObject({
        pagination: { page: 1, page_size: 25, total_records: 25, total_pages: 1 },
      });
    });

    it.each(ORDERS)('sorts by %s %s like any other', async (sort_by, sort_order, ids) => {
      expect(legacyIds(await get({ sort_by, sort_order }, legacy))).toEqual(ids);
    });

    it.each([
      [{ page: 2 }, { page: 2, page_size: 20, total_records: 8, total_pages: 1 }, []],
      [
        { page_size: 3 },
        { page: 1, page_size: 3, total_records: 8, total_pages: 3 },
        NEWEST_FIRST.slice(0, 3),
      ],
      [
        { page: 3, page_size: 3 },
        { page: 3, page_size: 3, total_records: 8, total_pages: 3 },
        NEWEST_FIRST.slice(6),
      ],
    ])('has a page of %j with its pagination', async (query, pagination, ids) => {
      const response = await get(query, legacy);
      expect(legacyIds(response)).toEqual(ids);
      expect(response.body).toMatchObject({ pagination });
    });
  });
});
