import { beforeAll, describe, expect, it } from 'vitest';
import { CallRollup } from '../../../src/features/calls/rollup/call-rollup.service.js';
import { aCall } from '../../support/builders.js';
import type { TestTenant } from '../../support/builders.js';
import { eventually } from '../../support/eventually.js';
import { useWorkBench } from './work-bench.js';

describe('the refresh of hourly sums', () => {
  let tenant: TestTenant;
  let projectId: string;
  let key: string;

  const post = async (...records: object[]): Promise<void> => {
    const response = await bench.test
      .request()
      .post('/internal/v1/calls')
      .set('X-API-Key', key)
      .send(records);
    expect(response.body).toMatchObject({ rejected: 0 });
  };
  const items = (): Promise<{ kind: string; key: string; waits: boolean }[]> =>
    bench.inStore(
      `SELECT kind, key, ready_at > now() AND ready_at <= now() + interval '1 minute' AS waits
         FROM work_items WHERE client_id = $1 AND kind = 'call-rollup.refresh'`,
      [tenant.clientId],
    );
  const hours = async (): Promise<{ marked: number; summed: number }> => {
    const [row] = await bench.inStore<{ marked: number; summed: number }>(
      `SELECT (SELECT count(*)::integer FROM call_rollup_dirty_hours WHERE client_id = $1) AS marked,
              (SELECT coalesce(sum(total_calls), 0)::integer FROM call_rollups WHERE client_id = $1 AND direction = '') AS summed`,
      [tenant.clientId],
    );
    return row!;
  };

  const bench = useWorkBench();
  beforeAll(async () => {
    tenant = await bench.test.world.aTenant();
    projectId = await bench.test.world.aProject(tenant);
    key = await bench.test.world.aKey(tenant, 'runtime-ingest');
  });

  // calls-ingest 7.2
  it('is asked for with each batch that changes calls, for the next minute, and done by the worker', async () => {
    const call = aCall(projectId);
    await post(call, aCall(projectId));
    await post(call);
    await post(aCall(projectId));
    const item = { kind: 'call-rollup.refresh', key: 'hours', waits: true };
    expect(await items()).toEqual([item, item]);

    await bench.startWorker();
    await bench.inStore('UPDATE work_items SET ready_at = now() WHERE client_id = $1', [tenant.clientId]);
    await eventually(async () => expect(await items()).toEqual([]));
    expect(await hours()).toEqual({ marked: 0, summed: 3 });
  });

  it('is asked for again when another process is busy with the tenant', async () => {
    // Not by a request: whose keys are read through the login of the worker that this process has
    // become as well.
    await bench.test.app.get(CallRollup).markAll(tenant);
    const { clientId, dataEnv } = tenant;
    const release = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const busy = bench.stores.transaction({ clientId, dataEnv } as never, async (db) => {
      await db.query({
        name: '',
        text: `SELECT pg_advisory_xact_lock(hashtextextended('call-rollup ' || $1 || ' ' || $2, 0))`,
      });
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    const [before] = await bench.inStore<{ id: string }>('SELECT max(item_id) AS id FROM work_items');
    await bench.inStore('UPDATE work_items SET ready_at = now() WHERE client_id = $1', [clientId]);
    await eventually(async () => {
      const later = await bench.inStore(
        `SELECT 1 FROM work_items WHERE item_id > $1 AND kind = 'call-rollup.refresh'`,
        [before!.id],
      );
      expect(later).toHaveLength(1);
    });
    expect(await items()).toMatchObject([{ waits: true }]);
    release.resolve();
    await busy;
  });

  it('is asked for by an operator who marks hours, should he not do it himself', async () => {
    await bench.stopWorkers();
    await bench.inStore('DELETE FROM work_items');
    await bench.test.app.get(CallRollup).markAll(tenant);
    expect(await items()).toMatchObject([{ kind: 'call-rollup.refresh', waits: true }]);
  });
});
