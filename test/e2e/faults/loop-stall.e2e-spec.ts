import { afterAll, describe, expect, it } from 'vitest';
import { MetadataPool } from '../../../src/core/database/metadata/metadata-pool.js';
import { StoreRegistry } from '../../../src/core/database/stores/store-registry.js';
import { punctually, useTestApp } from '../../support/app.js';
import { withClient } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { get, many, watchForCrashes } from './probing.js';

/** Longer than any wait for a store. */
const STALL_MS = 1300;
const IN_FLIGHT = 12;

const holdTheLoop = (): void => {
  const until = performance.now() + STALL_MS;
  while (performance.now() < until);
};

// The application shares this process: blocking the test's event loop blocks the application's.
describe('a process that stands still', () => {
  const test = useTestApp({ settings: punctually });
  const crashes = watchForCrashes();
  const gauges = (storeId: string) => ({
    store: test.app.get(StoreRegistry).get(storeId)!.gauge(),
    metadata: test.app.get(MetadataPool).gauge(),
  });

  afterAll(async () => {
    crashes.stop();
  });

  // Fails if deadlines count that pass meanwhile: a store that is alive would be shut for all its
  // tenants.
  it.each([
    ['the tenant store, on behalf of a caller who is known', 'store-a', true],
    ['the metadata store, on behalf of callers who are not', 'store-b', false],
  ])('while it waits for %s opens no breaker, and serves the next request', async (_, storeId, isKnown) => {
    const tenant = await test.world.aTenant({ storeId });
    const keys = await many(3 * IN_FLIGHT + 1, () => test.world.aKey(tenant, 'full-access'));
    const ask = (path = 'calls/summary') =>
      get(`${test.baseUrl}/v1/${path}`, { 'X-API-Key': isKnown ? keys[0]! : keys.pop()! });
    const leased = () => {
      const { total, idle } = gauges(storeId).store;
      return total - idle;
    };
    for (let round = 0; round < 3; round += 1) {
      // A caller that was seen within the last second is not looked up again.
      if (isKnown) expect((await ask('projects')).status).toBe(200);
      const statuses = await withClient(test.databases.superuser.storeUrls.get(storeId)!, async (holder) => {
        // Nothing is answered before the process is stopped.
        await holder.query('BEGIN; LOCK TABLE calls, call_rollup_dirty_hours');
        const asked = many(IN_FLIGHT, () => ask());
        await eventually(() => expect(leased()).toBeGreaterThan(2), 1);
        const released = holder.query('COMMIT');
        holdTheLoop();
        await released;
        return (await asked).map(({ status }) => status);
      });
      expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
      const { store, metadata } = gauges(storeId);
      expect({ store: store.breakerOpen, metadata: metadata.breakerOpen }).toEqual({
        store: false,
        metadata: false,
      });
    }
    expect((await ask()).status).toBe(200);
    expect(crashes.seen).toEqual([]);
  });
});
