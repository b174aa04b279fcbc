import { beforeAll, describe, expect, it } from 'vitest';
import { PruneCapacityHistoryJob } from '../../../src/features/capacity/samples/capacity-history.job.js';
import { aCall } from '../../support/builders.js';
import type { TestTenant } from '../../support/builders.js';
import { eventually } from '../../support/eventually.js';
import { TestClock } from '../../support/test-clock.js';
import { comeDue } from '../../support/worker.js';
import { useWorkBench } from '../work/work-bench.js';
import { CapacityFixture } from './capacity-fixture.js';

interface Sample {
  project_id: string;
  peak_in_use: number;
  in_use_sum: number;
}

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
// Longer than the tests run.
const LEASE_SECONDS = 600;

describe('samples of capacity', () => {
  // A quarter of an hour that begins with the tests, and so far ahead that the store has no work
  // item ready by itself.
  const clock = new TestClock(new Date(Math.ceil(Date.now() / QUARTER_MS + 1) * QUARTER_MS));
  let desk: CapacityFixture;
  let tenant: TestTenant;
  let projectId: string;

  const samples = (): Promise<Sample[]> =>
    desk.inStore(
      `SELECT project_id, peak_in_use, in_use_sum::integer FROM capacity_samples WHERE client_id = $1 ORDER BY project_id`,
      [tenant.clientId],
    );
  const items = (): Promise<{ ready_at: Date }[]> =>
    desk.inStore(`SELECT ready_at FROM work_items WHERE client_id = $1 AND kind = 'capacity.sample'`, [
      tenant.clientId,
    ]);
  /** The only work item of a tenant that uses capacity. */
  const ofNextMinute = () => [{ ready_at: new Date(clock.now().getTime() + MINUTE_MS) }];
  const untilWorked = (due: readonly { item_id: string }[]) =>
    eventually(async () =>
      expect(
        await desk.inStore('SELECT 1 FROM work_items WHERE client_id = $1 AND item_id = ANY ($2)', [
          tenant.clientId,
          due.map(({ item_id }) => item_id),
        ]),
      ).toEqual([]),
    );
  const aMinuteLater = async (): Promise<void> => {
    clock.advance(MINUTE_MS);
    await untilWorked(await comeDue(bench.test, 'capacity.sample', tenant.clientId));
  };

  const bench = useWorkBench(clock);
  beforeAll(async () => {
    desk = new CapacityFixture(bench.test);
    tenant = await bench.test.world.aTenant();
    projectId = await bench.test.world.aProject(tenant);
  });

  // capacity 4.1, 4.2
  it('are taken each minute while there is use, once, and end with it', async () => {
    const idle = await bench.test.world.aTenant();
    await desk.setLimit(idle, 10);
    await desk.setLimit(tenant, 10);
    const key = await bench.test.world.aKey(tenant, 'runtime-ingest');
    const call = aCall(projectId, {
      call_status: 'in_progress',
      started_at_utc: clock.now().toISOString(),
      ended_at_utc: null,
      duration_seconds: null,
    });
    const post = (record: object) =>
      bench.test.request().post('/internal/v1/calls').set('X-API-Key', key).send([record]).expect(200);
    // Before the worker starts: this process then becomes a worker too, and none of its logins can
    // read keys.
    await post(call);
    const other = await bench.test.world.aProject(tenant);
    await desk.takeEach(tenant, other, ['a', 'b', 'c'], LEASE_SECONDS);
    await desk.inTransaction(tenant, (tx) => desk.capacity.release(tx, 'c'));
    expect((await items()).length).toBeGreaterThan(0);
    // Peaks are available at once, sums after the minute ends.
    const byId = (rows: Sample[]) => rows.sort((one, two) => (one.project_id < two.project_id ? -1 : 1));
    const rowsOf = (total: number, own: number, others: number): Sample[] =>
      byId([
        { project_id: '', peak_in_use: 4, in_use_sum: total },
        { project_id: projectId, peak_in_use: 1, in_use_sum: own },
        { project_id: other, peak_in_use: 3, in_use_sum: others },
      ]);
    expect(byId(await samples())).toEqual(rowsOf(0, 0, 0));

    await bench.startWorker();
    await aMinuteLater();
    expect(byId(await samples())).toEqual(rowsOf(3, 1, 2));
    expect(await items()).toEqual(ofNextMinute());
    await aMinuteLater();
    expect(byId(await samples())).toEqual(rowsOf(6, 2, 4));
    expect(await items()).toEqual(ofNextMinute());

    await desk.endLeases(tenant);
    await aMinuteLater();
    expect(byId(await samples())).toEqual(rowsOf(6, 2, 4));
    expect(await items()).toEqual([]);
    // Leases of ended calls are deleted.
    expect(await desk.leasesOf(tenant)).toEqual([]);
    expect(
      await desk.inStore(
        `SELECT 1 FROM capacity_samples WHERE client_id = $1
         UNION ALL SELECT 1 FROM work_items WHERE client_id = $1 AND kind = 'capacity.sample'`,
        [idle.clientId],
      ),
    ).toEqual([]);
  });

  // capacity 4.1
  it('are added once a minute, though several work items of it are worked', async () => {
    await desk.takeEach(tenant, projectId, ['d'], LEASE_SECONDS);
    await aMinuteLater();
    const before = await samples();
    await untilWorked(
      await desk.inStore<{ item_id: string }>(
        `INSERT INTO work_items (client_id, data_env, kind, payload) SELECT $1, 'prod', 'capacity.sample', '{}'
           FROM generate_series(1, 3) RETURNING item_id`,
        [tenant.clientId],
      ),
    );
    expect(await samples()).toEqual(before);
    expect(await items()).toEqual(ofNextMinute());
  });

  // capacity 4.3
  it('are removed after 31 days by a job for each store, whosever they are', async () => {
    await bench.stopWorkers();
    const foreign = await bench.test.world.aTenant();
    const far = await bench.test.world.aTenant({ storeId: 'store-b' });
    for (const [it, storeId] of [
      [tenant, 'store-a'],
      [foreign, 'store-a'],
      [far, 'store-b'],
    ] as const) {
      await desk.inStore(
        `INSERT INTO capacity_samples (client_id, data_env, project_id, bucket_start, peak_in_use, in_use_sum, sampled_at)
         SELECT $1, 'prod', 'old', now() - d * interval '1 day', 1, 1, now()
           FROM unnest(ARRAY[30.9, 31.1, 90]) d`,
        [it.clientId],
        storeId,
      );
      await desk.inStore(
        `INSERT INTO capacity_blocks (client_id, data_env, project_id, minute, blocked)
         SELECT $1, 'prod', 'old', now() - d * interval '1 day', 1 FROM unnest(ARRAY[30.9, 31.1]) d`,
        [it.clientId],
        storeId,
      );
    }
    const worker = await bench.startWorker();
    const pruner = worker.get(PruneCapacityHistoryJob, { strict: false });
    const plan = await pruner.plan();
    expect(plan).toHaveLength(2);
    for (const one of plan) await pruner.handle(one);
    for (const storeId of ['store-a', 'store-b'])
      expect(
        await desk.inStore<{ table: string }>(
          `SELECT 'samples' AS "table", client_id FROM capacity_samples WHERE project_id = 'old'
           UNION ALL SELECT 'blocks', client_id FROM capacity_blocks WHERE project_id = 'old'`,
          [],
          storeId,
        ),
      ).toHaveLength(storeId === 'store-a' ? 4 : 2);
  });
});
