import { beforeEach, describe, expect, it } from 'vitest';
import type { TestTenant } from '../../support/builders.js';
import { withClient } from '../../support/databases.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { CapacityFixture, holdersNamed } from './capacity-fixture.js';

const clock = new TestClock();
const test = useSharedApp({ clock });
const desk = new CapacityFixture(test);
let tenant: TestTenant;
let projectId: string;
let other: string;

beforeEach(async () => {
  tenant = await test.world.aTenant();
  projectId = await test.world.aProject(tenant);
  other = await test.world.aProject(tenant);
});

const blocks = (): Promise<{ project_id: string; blocked: number }[]> =>
  desk.inStore(
    `SELECT project_id, sum(blocked)::integer AS blocked FROM capacity_blocks WHERE client_id = $1 GROUP BY 1 ORDER BY 1`,
    [tenant.clientId],
  );

describe('slots for dials', () => {
  // capacity 1.3
  it('are not granted to a client without a limit', async () => {
    const outcome = await desk.inTransaction(tenant, async (tx) => ({
      taken: await desk.capacity.acquire(tx, { projectId, holder: 'a', leaseSeconds: 60 }),
      isConfigured: await desk.capacity.isConfigured(tx, projectId),
      limits: await desk.capacity.limitsOf(tx, projectId),
    }));
    expect(outcome).toEqual({
      taken: { granted: 0, refusal: 'not_configured' },
      isConfigured: false,
      limits: null,
    });
    expect(await desk.leasesOf(tenant)).toEqual([]);
    expect(await blocks()).toEqual([]);
  });

  // capacity 2.1, 2.6
  it('are granted in their order up to the limit, and the rest is counted as refused', async () => {
    await desk.setLimit(tenant, 3);
    expect(await desk.takeEach(tenant, projectId, ['d', 'c'])).toEqual(['d', 'c']);
    expect(await desk.takeEach(tenant, other, ['b', 'a'])).toEqual(['b']);
    expect(await desk.takeEach(tenant, projectId, ['e'])).toEqual([]);
    expect(await blocks()).toEqual(
      [
        { project_id: other, blocked: 1 },
        { project_id: projectId, blocked: 1 },
      ].sort((one, two) => (one.project_id < two.project_id ? -1 : 1)),
    );
    await desk.inTransaction(tenant, (tx) => desk.capacity.release(tx, 'd'));
    expect(await desk.takeEach(tenant, projectId, ['f', 'g'])).toEqual(['f']);
  });

  // capacity 2.1
  it('are granted several at once to one holder, who frees them together', async () => {
    await desk.setLimit(tenant, 5);
    const take = (holder: string, count: number) =>
      desk.inTransaction(tenant, (tx) =>
        desk.capacity.acquire(tx, { projectId, holder, count, leaseSeconds: 60 }),
      );
    expect(await take('batch', 3)).toEqual({ granted: 3, refusal: null });
    expect(await take('other', 3)).toEqual({ granted: 2, refusal: 'exhausted' });
    await desk.inTransaction(tenant, (tx) => desk.capacity.release(tx, ['batch', 'nothing']));
    expect(await take('third', 4)).toEqual({ granted: 3, refusal: 'exhausted' });
  });

  // capacity 2.1
  it('are not granted again to a holder that has some', async () => {
    await desk.setLimit(tenant, 5);
    expect(await desk.takeEach(tenant, projectId, ['a', 'b'])).toEqual(['a', 'b']);
    expect(await desk.takeEach(tenant, projectId, ['a', 'b', 'c'])).toEqual(['c']);
    expect(await desk.leasesOf(tenant)).toHaveLength(3);
    expect(await blocks()).toEqual([]);
  });

  // capacity 1.2, 2.2
  it('stay below the limit of the project and of the client, and leave both their inbound share', async () => {
    await desk.setLimit(tenant, 10, { reservedInbound: 2 });
    await desk.setLimit(tenant, 5, { reservedInbound: 1, projectId });
    expect(await desk.takeEach(tenant, projectId, holdersNamed('a', 9))).toHaveLength(4);
    expect(await desk.takeEach(tenant, other, holdersNamed('b', 9))).toHaveLength(4);
    expect(await desk.inTransaction(tenant, (tx) => desk.capacity.limitsOf(tx, projectId))).toEqual({
      client: { concurrencyLimit: 10, reservedInbound: 2 },
      project: { concurrencyLimit: 5, reservedInbound: 1 },
      limit: 4,
      available: 0,
    });
    await desk.inTransaction(tenant, (tx) => desk.capacity.release(tx, 'b-0001'));
    expect(await desk.takeEach(tenant, projectId, ['c'])).toEqual([]);
    expect(await desk.takeEach(tenant, other, ['c'])).toEqual(['c']);
  });

  // capacity 2.3
  it('are free again when their lease ends, for anyone but the one who held them', async () => {
    await desk.setLimit(tenant, 2);
    await desk.takeEach(tenant, projectId, ['dead', 'alive']);
    await desk.inStore(
      `UPDATE capacity_leases SET expires_at = now() - interval '1 ms' WHERE client_id = $1 AND holder = 'dead'`,
      [tenant.clientId],
    );
    const renew = (...holders: string[]) =>
      desk.inTransaction(tenant, (tx) => desk.capacity.renew(tx, holders, 60));
    expect([...(await renew('dead', 'alive', 'absent'))]).toEqual(['alive']);
    expect(await desk.takeEach(tenant, projectId, ['next', 'too many'])).toEqual(['next']);
    expect([...(await renew('dead'))]).toEqual([]);
    await desk.inTransaction(tenant, (tx) => desk.capacity.release(tx, 'dead'));
    expect((await desk.leasesOf(tenant)).map(({ holder }) => holder)).toEqual(['alive', 'next']);
  });

  // capacity 2.5
  it('are held by the clock of the store, however far that of a process is ahead', async () => {
    await desk.setLimit(tenant, 1);
    expect(await desk.takeEach(tenant, projectId, ['holder'])).toEqual(['holder']);
    clock.advance(86_400_000);
    expect(await desk.takeEach(tenant, projectId, ['thief'])).toEqual([]);
  });

  // Fails if a claim only counts unexpired leases: the lease is renewed while it counts.
  it('count while they are being renewed, at whatever moment they would have ended', async () => {
    await desk.setLimit(tenant, 1);
    await desk.takeEach(tenant, projectId, ['holder']);
    await desk.endLeases(tenant);
    await withClient(test.databases.superuser.storeUrls.get('store-a')!, async (renewing) => {
      await renewing.query('BEGIN');
      await renewing.query(
        `UPDATE capacity_leases SET expires_at = now() + interval '1 minute' WHERE client_id = $1`,
        [tenant.clientId],
      );
      expect(await desk.takeEach(tenant, projectId, ['thief'])).toEqual([]);
      await renewing.query('COMMIT');
    });
    expect((await desk.leasesOf(tenant)).map(({ holder }) => holder)).toEqual(['holder']);
  });

  it('that are taken by what is rolled back were never taken', async () => {
    await desk.setLimit(tenant, 2);
    await expect(
      desk.inTransaction(tenant, async (tx) => {
        await desk.capacity.acquireEach(tx, { projectId, holders: ['a', 'b'], leaseSeconds: 60 });
        throw new Error('No.');
      }),
    ).rejects.toThrow('No.');
    expect(await desk.takeEach(tenant, projectId, ['c', 'd'])).toEqual(['c', 'd']);
  });

  // capacity 1.1
  it('are those of one client in one environment', async () => {
    const staging = await test.world.aTenant({ clientId: tenant.clientId, dataEnv: 'staging' });
    const foreign = await test.world.aTenant();
    for (const [it, limit] of [
      [tenant, 1],
      [staging, 2],
      [foreign, 3],
    ] as const)
      await desk.setLimit(it, limit);
    for (const [it, limit] of [
      [tenant, 1],
      [staging, 2],
      [foreign, 3],
    ] as const)
      expect(await desk.takeEach(it, projectId, holdersNamed('same', 5))).toHaveLength(limit);
  });

  // capacity 4.2
  it('have use sampled once a minute, however many are taken, and nothing of tenants that take none', async () => {
    await desk.setLimit(tenant, 100);
    const idle = await test.world.aTenant();
    await desk.setLimit(idle, 100);
    for (const holders of [holdersNamed('a', 10), holdersNamed('b', 10), holdersNamed('c', 10)])
      await desk.takeEach(tenant, projectId, holders);
    const items = await desk.inStore<{ client_id: string }>(
      `SELECT client_id FROM work_items WHERE kind = 'capacity.sample' AND client_id = ANY ($1)`,
      [[tenant.clientId, idle.clientId]],
    );
    expect(items.length).toBeLessThanOrEqual(2);
    expect(items[0]).toEqual({ client_id: tenant.clientId });
  });
});
