import { beforeEach, describe, expect, it } from 'vitest';
import { aCall } from '../../support/builders.js';
import type { TestTenant } from '../../support/builders.js';
import { useSharedApp } from '../../support/shared-app.js';
import { CapacityFixture, holdersNamed } from './capacity-fixture.js';

const test = useSharedApp();
const desk = new CapacityFixture(test);
let tenant: TestTenant;
let projectId: string;
let key: string;
let token: string;

const post = async (...records: object[]): Promise<void> => {
  const response = await test.request().post('/internal/v1/calls').set('X-API-Key', key).send(records);
  expect(response.body).toMatchObject({ rejected: 0 });
};
const aCallNow = (fields: Record<string, unknown> = {}): Record<string, unknown> =>
  aCall(projectId, {
    call_status: 'in_progress',
    started_at_utc: new Date().toISOString(),
    ended_at_utc: null,
    duration_seconds: null,
    ...fields,
  });
const ended = (call: Record<string, unknown>, status = 'completed') => ({
  ...call,
  revision: Number(call['revision']) + 1,
  call_status: status,
  ended_at_utc: call['started_at_utc'],
});
const use = async (): Promise<{ in_use: number; queued: number }> => {
  const response = await test
    .request()
    .get('/v1/capacity/overview')
    .set('Authorization', `Bearer ${token}`)
    .query({ page_size: 10 });
  const [{ in_use: inUse, queued }] = (response.body as { items: [{ in_use: number; queued: number }] })
    .items;
  return { in_use: inUse, queued };
};

beforeEach(async () => {
  tenant = await test.world.aTenant();
  projectId = await test.world.aProject(tenant);
  key = await test.world.aKey(tenant, 'runtime-ingest');
  token = (await test.world.aUser(tenant, { role: 'client_admin' })).token();
});

describe('calls that ingest reports', () => {
  // capacity 3.1
  it('wait while they are queued, take a slot while they ring or go on, and give it back at their end', async () => {
    const call = aCallNow({ call_status: 'queued' });
    await post(call);
    expect(await use()).toEqual({ in_use: 0, queued: 1 });
    await post({ ...call, revision: 2, call_status: 'ringing' });
    expect(await use()).toEqual({ in_use: 1, queued: 0 });
    await post({ ...call, revision: 3, call_status: 'in_progress' });
    expect(await use()).toEqual({ in_use: 1, queued: 0 });
    await post(ended({ ...call, revision: 3 }));
    expect(await use()).toEqual({ in_use: 0, queued: 0 });
    expect(await desk.leasesOf(tenant)).toEqual([]);
  });

  // capacity 3.1
  it.each(['completed', 'missed', 'failed'])('give it back with any end: %s', async (status) => {
    const [one, other] = [aCallNow(), aCallNow({ direction: 'outbound' })];
    await post(one, other);
    expect(await use()).toEqual({ in_use: 2, queued: 0 });
    await post(ended(one, status), ended(other, status));
    expect(await use()).toEqual({ in_use: 0, queued: 0 });
  });

  it('count once, however often they are reported, and by their newest report', async () => {
    const call = aCallNow();
    await post(call);
    await post(call, call);
    await post({ ...call, revision: 2 });
    expect(await use()).toEqual({ in_use: 1, queued: 0 });
    const other = await test.world.aProject(tenant);
    await post({ ...call, revision: 3, project_id: other });
    expect((await desk.leasesOf(tenant)).map((it) => it.project_id)).toEqual([other]);
    await post(ended({ ...call, revision: 4 }));
    await post({ ...call, revision: 4 });
    expect(await use()).toEqual({ in_use: 0, queued: 0 });
  });

  // capacity 3.2
  it('stop counting when their lease is over, and count again when they are heard of', async () => {
    const call = aCallNow();
    await post(call);
    const [lease] = await desk.inStore<{ minutes: number }>(
      `SELECT round(extract(epoch FROM expires_at - now()) / 60)::integer AS minutes FROM capacity_leases WHERE client_id = $1`,
      [tenant.clientId],
    );
    expect(lease).toEqual({ minutes: 60 });
    await desk.endLeases(tenant);
    expect(await use()).toEqual({ in_use: 0, queued: 0 });
    await post({ ...call, revision: 2 });
    expect(await use()).toEqual({ in_use: 1, queued: 0 });
  });

  // capacity 3.2
  it('do not count where they are history that comes in later', async () => {
    await post(aCallNow({ started_at_utc: new Date(Date.now() - 25 * 3_600_000).toISOString() }));
    expect(await use()).toEqual({ in_use: 0, queued: 0 });
  });

  // capacity 3.3
  it('of a campaign do not count besides the slots of their dials', async () => {
    await desk.setLimit(tenant, 3);
    await desk.takeEach(tenant, projectId, ['dial-1']);
    await post(aCallNow({ direction: 'outbound', campaign_id: 'campaign-1' }));
    expect(await use()).toEqual({ in_use: 1, queued: 0 });
  });

  // capacity 1.4, 2.2
  it('are taken into account when dials ask, are never refused, and may be more than their share', async () => {
    await desk.setLimit(tenant, 6, { reservedInbound: 2 });
    await post(aCallNow());
    expect(await desk.takeEach(tenant, projectId, holdersNamed('a', 9))).toHaveLength(4);
    await post(...Array.from({ length: 6 }, () => aCallNow()));
    expect(await use()).toEqual({ in_use: 11, queued: 0 });
    await desk.inTransaction(tenant, (tx) => desk.capacity.release(tx, holdersNamed('a', 4)));
    expect(await desk.takeEach(tenant, projectId, ['b'])).toEqual([]);
  });

  // capacity 4.2
  it('that are over when they are first reported leave nothing behind', async () => {
    await post(aCall(projectId), aCall(projectId));
    const left = await desk.inStore(
      `SELECT 1 FROM capacity_leases WHERE client_id = $1
       UNION ALL SELECT 1 FROM capacity_samples WHERE client_id = $1
       UNION ALL SELECT 1 FROM work_items WHERE client_id = $1 AND kind = 'capacity.sample'`,
      [tenant.clientId],
    );
    expect(left).toEqual([]);
  });
});
