import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
import { askDuring, get, many, untilAllAnswer, untilHealthy, watchForCrashes } from './probing.js';
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
      // Nothing waits that long: what sums get earlier is not the answer of their own deadline.
      settings: storeABehind(proxy, databases, { analysisDeadlineMs: 600_000 }),
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
    // Fails if a rollback is waited for before the answer, when half-open callers wait for the
    // probe, when the connection is given back after a deadline, and when idle connections outlive
    // the opening of the breaker. calls 1.8; operations 6.2
    it('is a 503 without waiting for it, asks nothing of it once the breaker is open, heals by itself and harms no neighbour', async () => {
      await many(10, askA);
      const neighbours = await askDuring(askB, async () => {
        await proxy.become(mode);
        // Idle connections that the server closed are noticed; the next requests must connect.
        if (mode !== 'freeze') await eventually(() => expect(gauge().idle).toBe(0));
        const dead = await many(3, askA);
        expect(dead.map(({ status, body }) => ({ status, body }))).toEqual(
          dead.map(() => ({ status: 503, body: UNAVAILABLE })),
        );
        const before = proxy.accepted;
        for (let i = 0; i < 21; i += 1) expect(await askA()).toMatchObject({ status: 503, retryAfter: '1' });
        expect(proxy.accepted - before).toBeLessThan(10);
        // operations 1.4
        expect((await get(`${test.baseUrl}/v1/health`)).status).toBe(200);

        await proxy.heal();
        await untilHealthy(askA);
      });

      expect(neighbours.filter(({ status }) => status !== 200)).toEqual([]);
      await eventually(async () => {
        const { total, idle, waiting, breakerOpen } = gauge();
        expect({ leased: total - idle, waiting, breakerOpen }).toEqual({
          leased: 0,
          waiting: 0,
          breakerOpen: false,
        });
        expect(await sessions()).toBe(total);
        // Fails if closing a connection waits for the dead store's outstanding responses.
        expect(proxy.open).toBe(total);
      });
      expect(crashes.seen).toEqual([]);
    });
  });

  // Fails if sums wait out their own, longer deadline without asking for a sign of life.
  it('in the middle of sums is known for dead before their deadline, as in the middle of anything else', async () => {
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
    expect(await sums).toBe(503);
    await proxy.heal();
    await untilHealthy(askA);
  });

  // Fails if a request is what finds out whether the store is back.
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
    expect(tries).toBeLessThanOrEqual(1 + (performance.now() - started) / 1000);
    await eventually(() => expect(proxy.accepted).toBeGreaterThan(before));
    expect(answers.filter(({ status }) => status !== 503)).toEqual([]);
    await proxy.heal();
    await eventually(() => expect(gauge().breakerOpen).toBe(false));
    await untilAllAnswer(8, askA);
  });
});
