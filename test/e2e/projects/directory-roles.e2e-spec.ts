import { beforeAll, describe, expect, it } from 'vitest';
import type { TestTenant } from '../../support/builders.js';
import { useSharedApp } from '../../support/shared-app.js';
import { essence } from '../access/attempts.js';
import { bearer, everyCaller } from '../access/callers.js';
import type { Caller } from '../access/callers.js';
import { plantDraft, plantProject } from './planted-projects.js';

// projects 1.2, 2.1
const DETAIL = ['partner_admin', 'partner_user', 'service_admin', 'service_operator'];
const LEGACY_DETAIL = ['read-only', 'full-access', 'support-ingest'];

const NAME = 'Pädiatrie Süd · 小児科 👶';

describe('what a caller is shown of projects', () => {
  const test = useSharedApp();
  let tenant: TestTenant;
  let projectId: string;
  let foreignId: string;
  let callers: Caller[];

  const get = (path: string, headers: Readonly<Record<string, string>>, query: object = {}) =>
    test.request().get(path).set(headers).query(query);

  const detail = () => ({
    project_id: projectId,
    client_id: tenant.clientId,
    display_name: NAME,
    timezone: 'Australia/Perth',
    lifecycle_state: 'active',
    has_draft: true,
    latest_published_version_number: null,
    created_at: '2026-10-01T01:02:03.004Z',
    updated_at: '2026-10-05T06:07:08.009Z',
    created_by: 'user-4711',
    initial_draft_etag: 'draft-etag-1',
  });
  const legacy = () => ({
    project_id: projectId,
    client_id: tenant.clientId,
    display_name: NAME,
    rate_per_minute: 0.1525,
    currency: 'AUD',
    billing_model: 'per_minute',
    minimum_billable_seconds: 30,
    is_active: true,
    timezone: 'Australia/Perth',
    created_at_utc: '2026-10-01T01:02:03.004Z',
    updated_at_utc: '2026-10-05T06:07:08.009Z',
  });

  beforeAll(async () => {
    tenant = await test.world.aTenant();
    projectId = await plantProject(test, tenant, 'shown', {
      display_name: NAME,
      timezone: 'Australia/Perth',
      lifecycle_state: 'setup',
      created_at: '2026-10-01T01:02:03.004Z',
      updated_at: '2026-10-05T06:07:08.009Z',
      created_by: 'user-4711',
      rate_per_minute: '0.1525',
      currency: 'AUD',
      minimum_billable_seconds: 30,
    });
    await plantDraft(test, tenant, projectId, 'draft-etag-1');
    foreignId = await plantProject(test, await test.world.aTenant(), 'not-ours');
    callers = await everyCaller(test.world, tenant, projectId);
  });

  // projects 1.2
  it('is the detail for partner and internal roles in the list, the legacy model for every other scope', async () => {
    for (const { name, kind, scope, headers } of callers) {
      const response = await get('/v1/projects', headers, { client_id: tenant.clientId });
      if (kind === 'nobody') expect(response.status, name).toBe(401);
      else if (scope === 'runtime-ingest') expect(response.status, name).toBe(404);
      else if (DETAIL.includes(scope!)) {
        expect(response.body, name).toEqual({
          items: [detail()],
          pagination: { page: 1, page_size: 20, total_records: 1, total_pages: 1 },
        });
      } else expect(response.body, name).toMatchObject({ projects: [legacy()] });
    }
  });

  // projects 2.1
  it('is one project in the same model, and nothing for client roles', async () => {
    for (const { name, kind, scope, headers } of callers) {
      const response = await get(`/v1/projects/${projectId}`, headers, { client_id: tenant.clientId });
      if (kind === 'nobody') expect(response.status, name).toBe(401);
      else if (DETAIL.includes(scope!)) expect(response.body, name).toEqual(detail());
      else if (LEGACY_DETAIL.includes(scope!)) expect(response.body, name).toEqual(legacy());
      else expect(response.status, name).toBe(404);
    }
  });

  it('is the same 404 for a foreign project, an absent one and one that no project can be', async () => {
    for (const { name, kind, headers } of callers) {
      if (kind === 'nobody') continue;
      const query = { client_id: tenant.clientId };
      const absent = essence(await get('/v1/projects/nowhere-at-all', headers, query));
      expect(absent, name).toMatchObject({ status: 404 });
      for (const id of [foreignId, '%00', '%F0%9F%A6%B7', 'x'.repeat(4000), "';--", 'SHOWN']) {
        const other = essence(await get(`/v1/projects/${id}`, headers, query));
        expect(other, `${name} ${id}`).toEqual(absent);
      }
    }
  });

  it('is for internal roles what belongs to the client they name', async () => {
    const staff = await test.world.aUser(tenant, { role: 'service_operator' });
    const other = await test.world.aTenant();
    await plantProject(test, other, 'of-the-other');
    await test.world.assign(staff, other, { role: 'service_operator' });
    const as = (query: object) => get('/v1/projects', bearer(staff.token()), query);
    expect((await as({ client_id: tenant.clientId })).body).toMatchObject({
      items: [{ project_id: projectId }],
    });
    expect((await as({ client_id: other.clientId })).body).toMatchObject({
      items: [{ project_id: 'of-the-other' }],
    });
    await as({}).expect(404);
    await get(`/v1/projects/${projectId}`, bearer(staff.token()), { client_id: other.clientId }).expect(404);
  });

  describe('as an assigned partner_user', () => {
    let shared: TestTenant;
    let headers: Record<string, string>;
    let userId: string;

    const shownIds = async (query: object = {}) => {
      const response = await get('/v1/projects', headers, query).expect(200);
      const { items, pagination } = response.body as {
        items: { project_id: string }[];
        pagination: { total_records: number };
      };
      return { ids: items.map((it) => it.project_id), total: pagination.total_records };
    };

    beforeAll(async () => {
      shared = await test.world.aTenant();
      for (const id of ['a', 'b', 'c']) await plantProject(test, shared, id);
      await plantProject(test, shared, 'd', { lifecycle_state: 'archived' });
      const user = await test.world.aUser(shared, { role: 'partner_user' });
      for (const id of ['a', 'c', 'd']) await test.world.assignProject(user, shared, id);
      headers = bearer(user.token());
      userId = user.userId;
    });

    // access 5.4; projects 1.1
    it('is what is assigned, in lists and their totals', async () => {
      const order = { sort_by: 'project_id', sort_order: 'asc' };
      expect(await shownIds(order)).toEqual({ ids: ['a', 'c'], total: 2 });
      expect(await shownIds({ ...order, include_archived: true })).toEqual({
        ids: ['a', 'c', 'd'],
        total: 3,
      });
      expect(await shownIds({ ...order, page: 2, page_size: 1 })).toEqual({ ids: ['c'], total: 2 });
    });

    it('is an assigned project, while the others are not there', async () => {
      await get('/v1/projects/a', headers).expect(200);
      const unassigned = essence(await get('/v1/projects/b', headers));
      expect(unassigned).toEqual(essence(await get('/v1/projects/nowhere', headers)));
      expect(unassigned).toMatchObject({ status: 404 });
    });

    it('shows nothing once the assignment has ended', async () => {
      await test.world.sql(
        `UPDATE project_assignments SET active = false WHERE member_id = $1 AND project_id = 'c'`,
        [userId],
      );
      expect((await shownIds()).ids).toEqual(['a']);
      await get('/v1/projects/c', headers).expect(404);
    });

    // access 5.4
    it('is everything for a partner_user key and a partner_admin', async () => {
      const admin = await test.world.aUser(shared, { role: 'partner_admin' });
      const key = await test.world.aKey(shared, 'partner_user');
      for (const all of [bearer(admin.token()), { 'X-API-Key': key }]) {
        const response = await get('/v1/projects', all);
        expect(response.body).toMatchObject({ pagination: { total_records: 3 } });
      }
    });
  });

  describe('of its draft and its versions', () => {
    const shown = async (id: string) => {
      const key = await test.world.aKey(tenant, 'partner_admin');
      return (await get(`/v1/projects/${id}`, { 'X-API-Key': key }).expect(200)).body as object;
    };

    // projects 2.2
    it('is the etag of the draft until the first version', async () => {
      await plantProject(test, tenant, 'published', {
        latest_published_version: 3,
        lifecycle_state: 'active',
      });
      await plantDraft(test, tenant, 'published', 'draft-etag-9');
      await plantProject(test, tenant, 'bare', { lifecycle_state: 'archived' });
      expect(await shown('published')).toMatchObject({
        has_draft: true,
        latest_published_version_number: 3,
        initial_draft_etag: null,
        lifecycle_state: 'active',
      });
      expect(await shown('bare')).toMatchObject({
        has_draft: false,
        latest_published_version_number: null,
        initial_draft_etag: null,
        lifecycle_state: 'archived',
      });
    });

    it("is never another environment's", async () => {
      const staging = await test.world.aTenant({ clientId: tenant.clientId, dataEnv: 'staging' });
      await plantProject(test, tenant, 'twin');
      await plantProject(test, staging, 'twin', { display_name: 'Twin in staging' });
      await plantDraft(test, staging, 'twin', 'draft-of-staging');
      expect(await shown('twin')).toMatchObject({ display_name: 'twin', has_draft: false });
    });
  });

  it('names a parameter that the detail does not know', async () => {
    const key = await test.world.aKey(tenant, 'partner_admin');
    const response = await get(`/v1/projects/${projectId}`, { 'X-API-Key': key }, { include_archived: true });
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({
      error: { details: { field_errors: [{ field: 'include_archived', code: 'extra_forbidden' }] } },
    });
  });
});
