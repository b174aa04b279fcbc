import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestTenant } from '../../support/builders.js';
import { useSharedApp } from '../../support/shared-app.js';
import { essence } from '../access/attempts.js';
import { plantProject } from './planted-projects.js';

let counter = 0;

describe('the billing terms of a project', () => {
  const test = useSharedApp();
  let tenant: TestTenant;
  let full: string;
  let readOnly: string;
  let projectId: string;

  beforeAll(async () => {
    tenant = await test.world.aTenant();
    full = await test.world.aKey(tenant, 'full-access');
    readOnly = await test.world.aKey(tenant, 'read-only');
  });

  beforeEach(async () => {
    projectId = await plantProject(test, tenant, `billed-${(counter += 1)}`, {
      display_name: 'Empfang Süd',
      rate_per_minute: '0.1500',
      currency: 'AUD',
      minimum_billable_seconds: 30,
      revision: 7,
      created_at: '2026-10-01T00:00:00.000Z',
      updated_at: '2026-10-01T00:00:00.000Z',
    });
  });

  const config = (id = projectId, key = readOnly) =>
    test.request().get(`/v1/projects/${id}/billing-config`).set('X-API-Key', key);
  const put = (body: object | undefined, headers: Record<string, string> = {}, id = projectId) =>
    test.request().put(`/v1/projects/${id}`).set('X-API-Key', full).set(headers).send(body);
  const row = async () => {
    const [project] = await test.world.sql<Record<string, unknown>>(
      'SELECT * FROM projects WHERE client_id = $1 AND project_id = $2',
      [tenant.clientId, projectId],
    );
    return project!;
  };
  const audits = () =>
    test.world.sql<{ metadata: object; actor_kind: string; outcome: string }>(
      `SELECT metadata, actor_kind, outcome FROM audit_events
        WHERE action = 'project_billing.updated' AND metadata->>'project_id' = $1`,
      [projectId],
    );

  describe('as read', () => {
    // projects 7.3
    it('are exactly these fields, for both legacy scopes', async () => {
      for (const key of [readOnly, full]) {
        expect((await config(projectId, key).expect(200)).body).toEqual({
          project_id: projectId,
          client_id: tenant.clientId,
          rate_per_minute: 0.15,
          currency: 'AUD',
          billing_model: 'per_minute',
          minimum_billable_seconds: 30,
          is_active: true,
          timezone: 'Australia/Sydney',
          updated_at_utc: '2026-10-01T00:00:00.000Z',
        });
      }
    });

    it('are there for an archived project, which is not active', async () => {
      const archived = await plantProject(test, tenant, 'billed-archived', { lifecycle_state: 'archived' });
      expect((await config(archived).expect(200)).body).toMatchObject({ is_active: false });
    });

    it('are, of a foreign project, those of one that is not there', async () => {
      const foreign = await plantProject(test, await test.world.aTenant(), 'billed-elsewhere');
      const absent = essence(await config('billed-nowhere'));
      expect(absent).toMatchObject({ status: 404, body: '{"error":"Not found.","status_code":404}' });
      expect(essence(await config(foreign))).toEqual(absent);
      expect(essence(await put({ rate_per_minute: 1 }, {}, foreign))).toEqual(
        essence(await put({ rate_per_minute: 1 }, {}, 'billed-nowhere')),
      );
    });
  });

  describe('as changed', () => {
    // projects 7.1, 7.4
    it('are answered as the legacy project, and stay', async () => {
      const response = await put({
        rate_per_minute: 0.2525,
        currency: 'NZD',
        billing_model: 'per_call',
        minimum_billable_seconds: 0,
      }).expect(200);
      expect(response.body).toEqual({
        project_id: projectId,
        client_id: tenant.clientId,
        display_name: 'Empfang Süd',
        rate_per_minute: 0.2525,
        currency: 'NZD',
        billing_model: 'per_call',
        minimum_billable_seconds: 0,
        is_active: true,
        timezone: 'Australia/Sydney',
        created_at_utc: '2026-10-01T00:00:00.000Z',
        updated_at_utc: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      });
      const { updated_at_utc } = response.body as { updated_at_utc: string };
      expect(Date.parse(updated_at_utc)).toBeGreaterThan(Date.parse('2026-10-01T00:00:00.000Z'));
      expect((await config()).body).toMatchObject({
        rate_per_minute: 0.2525,
        currency: 'NZD',
        updated_at_utc,
      });
    });

    it.each([
      [{ rate_per_minute: 0 }],
      [{ rate_per_minute: 99_999_999.9999 }],
      [{ rate_per_minute: 0.0001 }],
      [{ currency: 'JPY' }],
      [{ billing_model: 'tiered' }],
      [{ minimum_billable_seconds: 0 }],
      [{ minimum_billable_seconds: 3600 }],
    ])('are those that are named, and no others: %j', async (body) => {
      const before = await row();
      expect((await put(body).expect(200)).body).toMatchObject(body);
      const after = await row();
      const untouched = Object.keys(before).filter(
        (column) => !(column in body) && !['updated_at', 'updated_by'].includes(column),
      );
      for (const column of untouched) expect(after[column], column).toEqual(before[column]);
    });

    // projects 7.5
    it("leave the lifecycle's revision alone, and say who it was", async () => {
      await put({ rate_per_minute: 1 }).expect(200);
      const [key] = await test.world.sql<{ key_id: string }>(
        `SELECT key_id FROM api_keys WHERE client_id = $1 AND scope = 'full-access'`,
        [tenant.clientId],
      );
      expect(await row()).toMatchObject({ revision: 7, updated_by: key!.key_id });
    });

    // projects 7.5
    it('are audited with what they were', async () => {
      await put({ rate_per_minute: 0.2, minimum_billable_seconds: 60 }).expect(200);
      expect(await audits()).toEqual([
        {
          actor_kind: 'api_key',
          outcome: 'success',
          metadata: {
            project_id: projectId,
            rate_per_minute: '0.2000',
            old_rate_per_minute: '0.1500',
            minimum_billable_seconds: 60,
            old_minimum_billable_seconds: 30,
          },
        },
      ]);
    });

    it('all stay when they are changed one by one at the same time', async () => {
      const changes = [{ rate_per_minute: 3 }, { currency: 'EUR' }, { billing_model: 'per_call' }];
      const statuses = (await Promise.all(changes.map((change) => put(change)))).map((it) => it.status);
      expect(statuses).toEqual([200, 200, 200]);
      expect((await config()).body).toMatchObject(Object.assign({}, ...changes) as object);
    });

    it.each<[string, unknown]>([
      ['rate_per_minute', -0.01],
      ['rate_per_minute', 0.12345],
      ['rate_per_minute', 1e-7],
      ['rate_per_minute', 100_000_000],
      ['rate_per_minute', '0.15'],
      ['rate_per_minute', null],
      ['currency', 'aud'],
      ['currency', 'AUDX'],
      ['currency', 'ZZZ'],
      ['currency', 36],
      ['currency', null],
      ['billing_model', 'per_second'],
      ['billing_model', ''],
      ['billing_model', null],
      ['minimum_billable_seconds', -1],
      ['minimum_billable_seconds', 3601],
      ['minimum_billable_seconds', 1.5],
      ['minimum_billable_seconds', '30'],
      ['minimum_billable_seconds', null],
      ['is_active', false],
      ['display_name', 'Renamed'],
      ['timezone', 'UTC'],
      ['project_id', 'another'],
      ['client_id', 'another'],
    ])('cannot have %s be %j: 422, and nothing changes', async (field, value) => {
      const before = await row();
      const response = await put({ rate_per_minute: 1, [field]: value });
      expect(response.status, response.text).toBe(422);
      expect(response.body).toMatchObject({
        error: 'Validation error',
        details: [{ loc: ['body', field] }],
        status_code: 422,
      });
      expect(await row()).toEqual(before);
      expect(await audits()).toEqual([]);
    });

    // projects 7.4
    it.each([[{}], [undefined], [[]]])('need at least one term: %j is 422', async (body) => {
      const response = await put(body);
      expect(response.status).toBe(422);
      expect(response.body).toMatchObject({ error: 'Validation error', details: [{ loc: ['body'] }] });
    });

    // projects 7.5
    it('are read-only while the project is archived', async () => {
      await test.world.archive(projectId);
      const before = await row();
      const response = await put({ rate_per_minute: 1 }, { 'Idempotency-Key': 'while-archived' });
      expect(response.status).toBe(409);
      expect(response.body).toMatchObject({ error: { code: 'project_archived' }, status_code: 409 });
      expect(await row()).toEqual(before);
      expect(await audits()).toEqual([]);
      await test.world.sql(`UPDATE projects SET lifecycle_state = 'setup' WHERE project_id = $1`, [
        projectId,
      ]);
      // The key was released, because nothing had been done.
      await put({ rate_per_minute: 1 }, { 'Idempotency-Key': 'while-archived' }).expect(200);
    });

    it.each(['read-only', 'support-ingest', 'runtime-ingest', 'partner_admin', 'client_admin'] as const)(
      'are not for a key of scope %s',
      async (scope) => {
        const before = await row();
        await put({ rate_per_minute: 1 }, { 'X-API-Key': await test.world.aKey(tenant, scope) }).expect(404);
        expect(await row()).toEqual(before);
      },
    );
  });

  describe('with an idempotency key', () => {
    it('are changed once, and the second answer is the first', async () => {
      const headers = { 'Idempotency-Key': `key-of-${projectId}` };
      const first = await put({ rate_per_minute: 0.5 }, headers).expect(200);
      await put({ rate_per_minute: 0.75 }).expect(200);
      const second = await put({ rate_per_minute: 0.5 }, headers).expect(200);
      expect(second.headers['idempotent-replayed']).toBe('true');
      expect(second.body).toEqual(first.body);
      expect((await config()).body).toMatchObject({ rate_per_minute: 0.75 });
      expect(await audits()).toHaveLength(2);
    });

    it('are not changed to something else under it', async () => {
      const headers = { 'Idempotency-Key': `reused-for-${projectId}` };
      await put({ rate_per_minute: 0.5 }, headers).expect(200);
      const response = await put({ rate_per_minute: 0.6 }, headers);
      expect(response.status).toBe(422);
      expect(response.body).toMatchObject({ error: { code: 'idempotency_key_reuse' } });
      expect((await config()).body).toMatchObject({ rate_per_minute: 0.5 });
    });

    it('that no key can be are 400', async () => {
      const response = await put({ rate_per_minute: 0.5 }, { 'Idempotency-Key': 'x'.repeat(129) });
      expect(response.status).toBe(400);
      expect(response.body).toMatchObject({ error: { code: 'validation_failed' } });
    });
  });
});
