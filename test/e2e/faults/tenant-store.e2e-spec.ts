import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { StoreRegistry } from '../../../src/core/database/stores/store-registry.js';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import { PlatformError } from '../../../src/core/shared/platform-error.js';
import { TenantStores } from '../../../src/core/database/stores/tenant-stores.js';
import { startTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { createTestDatabases, withClient } from '../../support/databases.js';
import type { TestDatabases } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { FaultProxy, storeABehind } from '../../support/fault-proxy.js';
import {
  askDuring,
  DEAD_STORE_MS,
  get,
  HEALED_MS,
  many,
  quantile,
  stopwatch,
  untilHealthy,
  watchForCrashes,
} from './probing.js';
import type { Answer } from './probing.js';

const UNAVAILABLE = { error: 'A required dependency is not available. Retry shortly.', status_code: 503 };

describe('a tenant store that fails', () => {
  let databases: TestDatabases;
  let proxy: FaultProxy;
  let test: TestApp;
  let askA: () => Promise<Answer>;
  let askB: () => Promise<Answer>;
  const crashes = watchForCrashes();

  const gauge = () => test.app.get(StoreRegistry).get('store-a')!.gauge();
  const sessions = (): Promise<number> =>
    withClient(databases.superuser.metadataUrl, async (client) => {
      const database = new URL(databases.storeUrls.get('store-a')!).pathname.slice(1);
      const { rows } = await client.query<{ count: string }>(
        `SELECT count(*) FROM pg_stat_activity WHERE datname = $1 AND application_name = 'telephony-platform'`,
        [database],
      );
      return Number(rows[0]!.count);
    });

  beforeAll(async () => {
    databases = await createTestDatabases();
    proxy = await FaultProxy.before(databases.storeUrls.get('store-a')!);
    test = await startTestApp({
      databases,
      settings: storeABehind(proxy, databases),
    });
    const asker = async (storeId: string): Promise<() => Promise<Answer>> => {
      const key = await test.world.aKey(await test.world.aTenant({ storeId }), 'full-access');
      return () => get(`${test.baseUrl}/v1/calls/summary`, { 'X-API-Key': key });
    };
    askA = await asker('store-a');
    askB = await asker('store-b');
  });
  afterAll(async () => {
    await test.close();
    await proxy.close();
    await databases.drop();
    crashes.stop();
  });

  describe.each(['refuse', 'reset', 'black hole', 'freeze'] as const)('%s', (mode) => {
    // Turns red when the deadlines are 1.2 s themselves, when a rollback is waited for before the
    // answer, when half-open callers wait for the probe, when the connection is given back after a
    // deadline, and when idle connections outlive the opening of the breaker. calls 1.8; operations
    // 6.2
    it('is a 503 in time, costs nothing once the breaker is open, heals by itself and harms no neighbour', async () => {
      await many(10, askA);
      const beside = await askDuring(askB, async () => void (await many(30, askA)));
      expect(beside.filter(({ status }) => status !== 200)).toEqual([]);

      const refused: Answer[] = [];
      const neighbours = await askDuring(askB, async () => {
        await proxy.become(mode);
        // Idle connections that were hung up on are noticed; the next requests have to connect.
        if (mode !== 'freeze') await eventually(() => expect(gauge().idle).toBe(0));
        const dead = await many(3, askA);
        expect(dead.map(({ status, body }) => ({ status, body }))).toEqual(
          dead.map(() => ({ status: 503, body: UNAVAILABLE })),
        );
        expect(Math.max(...dead.map(({ ms }) => ms))).toBeLessThanOrEqual(DEAD_STORE_MS);

        for (let i = 0; i < 21; i += 1) refused.push(await askA());
        expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 503));
        expect(refused[0]!.retryAfter).toBe('1');
        // operations 1.4
        expect((await get(`${test.baseUrl}/v1/health`)).status).toBe(200);

        await proxy.heal();
        expect(await untilHealthy(askA)).toBeLessThanOrEqual(HEALED_MS);
      });

      expect(neighbours.filter(({ status }) => status !== 200)).toEqual([]);
      // On a busy machine all take longer: what is refused takes hardly longer than what is read
      // beside it.
      expect(quantile(refused, 0.5)).toBeLessThanOrEqual(Math.max(20, 1.3 * quantile(neighbours, 0.5)));
      // A request that waits for the dead store waits for 800 ms or more; a busy machine alone
      // stays well below that, or was slow before.
      expect(quantile(neighbours, 0.95)).toBeLessThan(Math.max(250, 1.3 * quantile(beside, 0.95)));
      expect(quantile(neighbours, 1)).toBeLessThan(600);
      await eventually(async () => {
        const { total, idle, waiting, breakerOpen } = gauge();
        expect({ leased: total - idle, waiting, breakerOpen }).toEqual({
          leased: 0,
          waiting: 0,
          breakerOpen: false,
        });
        expect(await sessions()).toBe(total);
        // Turns red when a connection that is given up waits for what the dead store owes.
        expect(proxy.open).toBe(total);
      });
      expect(crashes.seen).toEqual([]);
    });
  });

  // Turns red when sums wait out their own, longer deadline without asking for a sign of life.
  it('in the middle of sums is known for dead as soon as in the middle of anything else', async () => {
    const auth = systemContext(await test.world.aTenant({ storeId: 'store-a' }), 'test');
    const { promise: running, resolve } = Promise.withResolvers<void>();
    const sums = test.app
      .get(TenantStores)
      .read(
        auth,
        async (db) => {
          await db.query({ name: 'now', ofStore: true, text: 'SELECT now()' });
          resolve();
          return db.query({ name: 'sums', ofStore: true, text: 'SELECT pg_sleep(5)' });
        },
        { isLong: true },
      )
      .then(
        () => null,
        (error: unknown) => (error instanceof PlatformError ? error.entry.status : error),
      );
    await running;
    await proxy.become('freeze');
    const sinceFrozen = stopwatch();
    expect(await sums).toBe(503);
    expect(sinceFrozen()).toBeLessThanOrEqual(DEAD_STORE_MS);
    await proxy.heal();
    expect(await untilHealthy(askA)).toBeLessThanOrEqual(HEALED_MS);
  });

  // Turns red when a request is what finds out whether the store is back.
  it('is asked for a sign of life in the background, once a second, and no request waits for that', async () => {
    await proxy.become('black hole');
    await many(3, askA);
    const before = proxy.accepted;
    const started = performance.now();
    const answers: Answer[] = [];
    const asked: Promise<number>[] = [];
    while (performance.now() - started < 1500) {
      asked.push(many(5, askA).then((batch) => answers.push(...batch)));
      await askB();
    }
    await Promise.all(asked);
    const tries = proxy.accepted - before;
    expect(tries).toBe(1);
    expect(answers.filter(({ ms }) => ms > 500)).toEqual([]);
    expect(answers.filter(({ status }) => status !== 503)).toEqual([]);
    await proxy.heal();
    await vi.waitFor(() => expect(gauge().breakerOpen).toBe(false), { timeout: HEALED_MS });
    const burst: Answer[] = await Promise.all(Array.from({ length: 8 }, () => askA()));
    expect(burst.map(({ status }) => status)).toEqual(burst.map(() => 200));
  });
});
