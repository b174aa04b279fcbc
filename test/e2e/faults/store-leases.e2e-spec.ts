import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import type { AuthContext } from '../../../src/core/shared/auth-context.js';
import { PlatformError } from '../../../src/core/shared/platform-error.js';
import type { StoreReader } from '../../../src/core/database/unit-of-work/unit-of-work.js';
import { StoreRegistry } from '../../../src/core/database/stores/store-registry.js';
import { TenantStores } from '../../../src/core/database/stores/tenant-stores.js';
import { punctually, startTestApp, useTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { withClient } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { get, many, untilHealthy, watchForCrashes } from './probing.js';
import type { Answer } from './probing.js';

const sleep = (seconds: number) => ({
  name: `sleep_${seconds}`,
  ofStore: true as const,
  text: `SELECT pg_sleep(${seconds})`,
});
const ONE = { name: 'one', ofStore: true, text: 'SELECT 1 AS one' } as const;

/** The status that a caller would get; success is 200. */
const statusOf = (work: Promise<unknown>): Promise<number> =>
  work.then(
    () => 200,
    (error: unknown) => (error instanceof PlatformError ? error.entry.status : 500),
  );

describe('leases of a tenant store', () => {
  let test: TestApp;
  let stores: TenantStores;
  let auth: AuthContext;
  let ask: () => Promise<Answer>;
  const crashes = watchForCrashes();

  const gauge = () => test.app.get(StoreRegistry).get('store-a')!.gauge();
  /** Takes leases, and holds them until they are released. */
  const hold = async (count: number) => {
    const { promise: letGo, resolve } = Promise.withResolvers<void>();
    const held = many(count, () =>
      stores.transaction(auth, async (db) => {
        await db.query(ONE);
        await letGo;
        return db.query(ONE);
      }),
    );
    held.catch(() => undefined);
    await eventually(() => expect(gauge().total - gauge().idle).toBe(count));
    return { held, letGo: resolve };
  };
  const killBackends = (): Promise<unknown> =>
    withClient(test.databases.superuser.storeUrls.get('store-a')!, (client) =>
      client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'telephony-platform'`,
      ),
    );

  beforeAll(async () => {
    test = await startTestApp({
      settings: (base) => ({
        ...base,
        tenantStores: { ...punctually(base).tenantStores, poolMax: 2, analysisDeadlineMs: 2500 },
      }),
    });
    stores = test.app.get(TenantStores);
    const tenant = await test.world.aTenant();
    auth = systemContext(tenant, 'test');
    const key = await test.world.aKey(tenant, 'full-access');
    ask = () => get(`${test.baseUrl}/v1/calls/summary`, { 'X-API-Key': key });
  });
  afterAll(async () => {
    await test.close();
    crashes.stop();
  });

  // Fails if a full pool counts as a failure of the store.
  it('that are all taken answer 503 while they are and do not open the breaker', async () => {
    const { held, letGo } = await hold(2);
    const answers = await many(5, ask);
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503]);
    expect(gauge()).toMatchObject({ breakerOpen: false, waiting: 0 });
    letGo();
    await held;
    expect((await ask()).status).toBe(200);
  });

  it.each([
    ['one slow statement', [sleep(5)]],
    // Fails if a deadline counts as a dead store although no statement was overdue.
    ['two statements that are slow together', [sleep(0.6), sleep(0.7)]],
  ])('of a tenant with %s end in 503 and leave the store open for its neighbours', async (_, statements) => {
    const slow = (): Promise<number> =>
      statusOf(
        stores.read(auth, async (db) => {
          for (const statement of statements) await db.query(statement);
        }),
      );
    expect(await many(2, slow)).toEqual([503, 503]);
    expect(await many(2, slow)).toEqual([503, 503]);
    expect(gauge().breakerOpen).toBe(false);
    expect((await ask()).status).toBe(200);
  });

  it('may take long for sums, half of them at a time', async () => {
    const sums = (): Promise<number> =>
      statusOf(stores.read(auth, (db) => db.query(sleep(1.5)), { isLong: true }));
    // One has the slot for long reads; the other is cut off like any slow read.
    expect((await many(2, sums)).toSorted()).toEqual([200, 503]);
    expect(await sums()).toBe(200);
  });

  it('end sums in 503 when they take too long, and leave the store open', async () => {
    expect(await statusOf(stores.read(auth, (db) => db.query(sleep(200)), { isLong: true }))).toBe(503);
    expect(gauge().breakerOpen).toBe(false);
    expect((await ask()).status).toBe(200);
  });

  it('whose backend is killed in the middle of a statement end in 503, and the next request is answered', async () => {
    const { promise: running, resolve } = Promise.withResolvers<void>();
    const killed = statusOf(
      stores.transaction(auth, async (db) => {
        await db.query(ONE);
        resolve();
        await db.query(sleep(5));
      }),
    );
    await running;
    await killBackends();
    expect(await killed).toBe(503);
    await untilHealthy(ask);
  });

  it('whose backend is killed between two statements end in 503 and not in the process', async () => {
    const { held, letGo } = await hold(2);
    await killBackends();
    letGo();
    expect(await statusOf(held)).toBe(503);
    await untilHealthy(ask);
    await eventually(() => expect(gauge().total - gauge().idle).toBe(0));
    expect(crashes.seen).toEqual([]);
  });

  // Fails if the second one leases the other connection while it waits, or if the queue is per
  // tenant.
  it('are not taken by those who wait for the turn of a row, and other rows pass them', async () => {
    const { promise: letGo, resolve } = Promise.withResolvers<void>();
    const order: string[] = [];
    const inTurn = (row: string, name: string, work: () => Promise<void>): Promise<void> =>
      stores.transaction(
        auth,
        async (tx) => {
          await tx.query(ONE);
          await work();
          order.push(name);
        },
        { serializeBy: row },
      );
    const first = inTurn('row 1', 'first', () => letGo);
    const second = inTurn('row 1', 'second', () => Promise.resolve());
    await eventually(() => expect(gauge().total - gauge().idle).toBe(1));
    await inTurn('row 2', 'other row', () => Promise.resolve());
    resolve();
    await Promise.all([first, second]);
    expect(order).toEqual(['other row', 'first', 'second']);
  });

  // Fails if the work keeps the raw client: its statement would run inside the next tenant's
  // transaction.
  it('serve their work no longer once it has ended, well or badly', async () => {
    const kept: StoreReader[] = [];
    await stores.read(auth, async (db) => void kept.push(db));
    await statusOf(stores.read(auth, (db) => Promise.reject(new Error(`kept ${kept.push(db)}`))));
    for (const db of kept) await expect(db.query(ONE)).rejects.toThrow('after it had ended');
    expect(kept).toHaveLength(2);
  });

  it('are rolled back when the work fails, and the connection is used again', async () => {
    const backend = {
      name: 'pid',
      ofStore: true,
      text: `SELECT pg_backend_pid() AS pid, current_setting('app.client_id', true) AS bound`,
    } as const;
    const pids = new Set<unknown>();
    for (let i = 0; i < 6; i += 1) {
      await statusOf(
        stores.read(auth, async (db) => {
          const [row] = await db.query<{ pid: number; bound: string }>(backend);
          expect(row!.bound).toBe(auth.clientId);
          pids.add(row!.pid);
          throw new Error('A fault of the work.');
        }),
      );
    }
    expect(pids.size).toBeLessThanOrEqual(2);
    expect(gauge().breakerOpen).toBe(false);
  });
});

describe('a tenant whose store is not configured', () => {
  const test = useTestApp({ settings: punctually });

  // access 4.10; errors 2.12
  it.each([
    ['without a route', null],
    ['routed to a store the settings do not know', 'store-z'],
  ])('%s gets a 500 that says nothing about the inside', async (_, storeId) => {
    const key = await test.world.aKey(await test.world.aTenant({ storeId }), 'full-access');
    const answer = await get(`${test.baseUrl}/v1/calls/summary`, { 'X-API-Key': key });
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({
      error: 'The service is not configured for this tenant.',
      status_code: 500,
    });
  });
});
