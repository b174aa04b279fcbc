import { beforeAll, describe, expect, it } from 'vitest';
import { aCall } from '../../support/builders.js';
import type { TestTenant } from '../../support/builders.js';
import { postCalls } from '../../support/post-calls.js';
import type { PostedCall } from '../../support/random-calls.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { essence } from '../access/attempts.js';
import { plantProject } from './planted-projects.js';

const NOW = '2026-10-21T12:00:00.000Z';
const OCTOBER = { start_date: '2026-10-01', end_date: '2026-10-31' };

describe('GET /v1/projects/{project_id}/billing-summary', () => {
  const test = useSharedApp({ clock: new TestClock(new Date(NOW)) });
  let tenant: TestTenant;
  let key: string;
  let projectId: string;

  const get = (query: object, id = projectId) =>
    test.request().get(`/v1/projects/${id}/billing-summary`).set('X-API-Key', key).query(query);

  const call = (project: string, fields: Record<string, unknown>): PostedCall => {
    const startedAt = fields['started_at_utc'] ?? '2026-10-10T01:00:00.000Z';
    const record = { ...fields, started_at_utc: startedAt, ended_at_utc: startedAt };
    return aCall(project, record);
  };

  beforeAll(async () => {
    tenant = await test.world.aTenant();
    key = await test.world.aKey(tenant, 'read-only');
    projectId = await plantProject(test, tenant, 'charged', {
      rate_per_minute: '0.1500',
      currency: 'AUD',
      minimum_billable_seconds: 30,
    });
    const other = await plantProject(test, tenant, 'charged-separately');
    await postCalls(test, tenant, [
      call(projectId, { duration_seconds: 120 }),
      // Below the minimum, and without a duration: both count as the minimum.
      call(projectId, { duration_seconds: 10 }),
      call(projectId, { duration_seconds: null }),
      call(projectId, { duration_seconds: 45.5 }),
      // Not completed: counted but not charged.
      call(projectId, { duration_seconds: 20, call_status: 'failed' }),
      call(projectId, { duration_seconds: 0, call_status: 'missed', status_detail: 'no_answer' }),
      call(other, { duration_seconds: 3600 }),
    ]);
    const foreign = await test.world.aTenant();
    await postCalls(test, foreign, [
      call(await plantProject(test, foreign, 'charged'), { duration_seconds: 7200 }),
    ]);
  });

  // projects 7.6
  it('charges completed calls of this project for no less than the minimum', async () => {
    expect((await get(OCTOBER).expect(200)).body).toEqual({
      project_id: projectId,
      client_id: tenant.clientId,
      currency: 'AUD',
      billing_model: 'per_minute',
      rate_per_minute: 0.15,
      minimum_billable_seconds: 30,
      start_date: '2026-10-01T00:00:00.000Z',
      end_date: '2026-10-31T23:59:59.999Z',
      timezone: 'UTC',
      total_calls: 6,
      billable_calls: 4,
      total_duration_seconds: 196,
      // 120 + 30 + 30 + 45.5
      billable_seconds: 225.5,
      billable_minutes: 3.7583,
      // 225.5 / 60 * 0.15 = 0.56375
      estimated_amount: 0.5638,
    });
  });

  it('agrees with the call summary on calls and durations', async () => {
    const summary = await test
      .request()
      .get('/v1/calls/summary')
      .set('X-API-Key', key)
      .query({ ...OCTOBER, project_id: projectId });
    const { total_calls, total_duration_seconds, completed_calls } = summary.body as Record<string, number>;
    expect((await get(OCTOBER)).body).toMatchObject({
      total_calls,
      total_duration_seconds,
      billable_calls: completed_calls,
    });
  });

  it.each([
    ['per_call', 0.6],
    ['tiered', 0.5638],
    ['per_minute', 0.5638],
  ])('estimates %s at %d', async (model, amount) => {
    await test.world.sql('UPDATE projects SET billing_model = $1 WHERE client_id = $2 AND project_id = $3', [
      model,
      tenant.clientId,
      projectId,
    ]);
    expect((await get(OCTOBER)).body).toMatchObject({ billing_model: model, estimated_amount: amount });
  });

  it('is nothing for a range without calls', async () => {
    expect((await get({ start_date: '2026-01-01', end_date: '2026-01-31' }).expect(200)).body).toMatchObject({
      total_calls: 0,
      billable_calls: 0,
      total_duration_seconds: 0,
      billable_seconds: 0,
      billable_minutes: 0,
      estimated_amount: 0,
    });
  });

  // projects 7.6
  it('is the same when its own bounds are sent again', async () => {
    const first = await get({ ...OCTOBER, timezone: 'Australia/Sydney' });
    const { start_date, end_date, timezone } = first.body as Record<string, string>;
    expect([start_date, end_date]).toEqual(['2026-09-30T14:00:00.000Z', '2026-10-31T12:59:59.999Z']);
    expect((await get({ start_date, end_date, timezone })).body).toEqual(first.body);
  });

  // projects 7.6
  it('ends no sooner than it begins where no clock shows it', async () => {
    const skipped = '2026-10-04T02:30:00';
    const query = { start_date: skipped, end_date: skipped, timezone: 'Australia/Sydney' };
    expect((await get(query).expect(200)).body).toMatchObject({
      start_date: '2026-10-03T16:00:00.000Z',
      end_date: '2026-10-03T16:00:00.000Z',
      total_calls: 0,
    });
  });

  // requests 9.6
  it('is of the last 30 days unless it says otherwise', async () => {
    expect((await get({})).body).toMatchObject({
      start_date: '2026-09-21T12:00:00.000Z',
      end_date: NOW,
      timezone: 'UTC',
      total_calls: 6,
    });
  });

  // requests 9.3
  it('has both of its bounds in it, to the millisecond', async () => {
    const at = await plantProject(test, tenant, 'charged-at-the-bounds');
    const starts = ['2026-10-04T12:59:59.999Z', '2026-10-04T13:00:00.000Z', '2026-10-05T12:59:59.999Z'];
    await postCalls(
      test,
      tenant,
      starts.map((started_at_utc) => call(at, { started_at_utc, duration_seconds: 60 })),
    );
    // The day after the clocks have gone forward.
    const day = { start_date: '2026-10-05', end_date: '2026-10-05', timezone: 'Australia/Sydney' };
    expect((await get(day, at)).body).toMatchObject({ total_calls: 2 });
    const instant = { start_date: starts[0], end_date: starts[0] };
    expect((await get(instant, at)).body).toMatchObject({ total_calls: 1 });
  });

  it.each([
    [{ start_date: 'yesterday' }, 'start_date', 'date_invalid'],
    [{ end_date: '2026-02-30' }, 'end_date', 'date_invalid'],
    [{ start_date: '2026-10-02', end_date: '2026-10-01' }, 'start_date', 'range_reversed'],
    [{ start_date: '2025-01-01', end_date: '2026-10-01' }, 'start_date', 'range_too_long'],
    [{ timezone: '+10:00' }, 'timezone', 'timezone_invalid'],
    [{ status: 'completed' }, 'status', 'extra_forbidden'],
  ])('names what is wrong with %j', async (query, field, type) => {
    const response = await get(query);
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({ details: [{ loc: ['query', field], type }] });
  });

  it('is, for a foreign project, that of one that is not there', async () => {
    const foreign = await plantProject(test, await test.world.aTenant(), 'charged-elsewhere');
    const absent = essence(await get(OCTOBER, 'charged-nowhere'));
    expect(absent).toMatchObject({ status: 404, body: '{"error":"Not found.","status_code":404}' });
    expect(essence(await get(OCTOBER, foreign))).toEqual(absent);
  });

  it("needs the tenant's store, which the terms do not", async () => {
    const routeless = await test.world.aTenant({ storeId: null });
    const id = await plantProject(test, routeless, 'charged-nowhere-yet');
    const headers = { 'X-API-Key': await test.world.aKey(routeless, 'full-access') };
    await test.request().get(`/v1/projects/${id}/billing-config`).set(headers).expect(200);
    await test.request().get(`/v1/projects/${id}/billing-summary`).set(headers).expect(500);
  });
});
