import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import { PlatformError } from '../../../src/core/shared/platform-error.js';
import { ProjectEntity } from '../../../src/features/projects/projects.entities.js';
import { SystemQueries } from '../../../src/core/database/metadata/system-queries.js';
import { MetadataPool } from '../../../src/core/database/metadata/metadata-pool.js';
import { MetadataStore } from '../../../src/core/database/metadata/metadata-store.js';
import { RateLimiter } from '../../../src/core/rate-limit/rate-limiter.js';
import { HealthService } from '../../../src/features/health/health.service.js';
import { startTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { createTestDatabases, withClient } from '../../support/databases.js';
import type { TestDatabases } from '../../support/databases.js';
import { atDepth } from '../../support/depth.js';
import { eventually } from '../../support/eventually.js';
import { FaultProxy, metadataBehind } from '../../support/fault-proxy.js';
import { aFreePort } from '../../support/ports.js';
import { get, many, untilAllAnswer, untilHealthy, watchForCrashes } from './probing.js';
import type { Answer } from './probing.js';

const UNAVAILABLE = { error: 'A required dependency is not available. Retry shortly.', status_code: 503 };

describe('a metadata store that fails', () => {
  let databases: TestDatabases;
  let proxy: FaultProxy;
  let test: TestApp;
  let askWithKey: () => Promise<Answer>;
  let askWithToken: () => Promise<Answer>;
  let askHealth: () => Promise<Answer>;
  let readThroughTypeOrm: () => Promise<number>;
  let takeSlot: () => Promise<number>;
  let sleep: (interval: string) => Promise<number>;
  const gauge = () => test.app.get(MetadataPool).gauge();
  const crashes = watchForCrashes();

  beforeAll(async () => {
    databases = await createTestDatabases();
    proxy = await FaultProxy.before(databases.metadataUrl);
    test = await startTestApp({
      databases,
      settings: metadataBehind(proxy.url),
    });
    const tenant = await test.world.aTenant();
    const user = await test.world.aUser(tenant, { role: 'client_admin' });
    const url = `${test.baseUrl}/v1/calls/summary`;
    // A key that was seen within the last second is not looked up again: every request brings a new
    // one, which is written past the proxy.
    askWithKey = async () => get(url, { 'X-API-Key': await test.world.aKey(tenant, 'full-access') });
    const token = user.token();
    askWithToken = () => get(url, { Authorization: `Bearer ${token}` });
    askHealth = () => get(`${test.baseUrl}/v1/health`);
    const statusOf = (work: Promise<unknown>): Promise<number> =>
      work.then(
        () => 200,
        (error: unknown) => (error instanceof PlatformError ? error.entry.status : 500),
      );
    takeSlot = () =>
      statusOf(
        test.app
          .get(RateLimiter, { strict: false })
          .take(tenant, { tenant: [tenant.clientId] }, 'test', { tenant: { limit: 1000, seconds: 60 } }),
      );
    sleep = (interval) =>
      statusOf(
        test.app
          .get(SystemQueries)
          .query({ name: 'sleep', text: 'SELECT pg_sleep_for($1::interval)' }, [interval]),
      );
    readThroughTypeOrm = () =>
      statusOf(
        test.app
          .get(MetadataStore)
          .read(systemContext(tenant, 'test'), (db) => db.repo(ProjectEntity).find({})),
      );
  });
  afterAll(async () => {
    await test.close();
    await proxy.close();
    await databases.drop();
    crashes.stop();
  });

  /**
   * Runs requests of which there are many more than signs of life in the background. @throws if more
   * than a few of them tried to reach the store
   */
  async function refusedWithoutATry(requests: () => Promise<void>): Promise<void> {
    const before = proxy.accepted;
    await requests();
    expect(gauge()).toMatchObject({ breakerOpen: true, waiting: 0 });
    expect(proxy.accepted - before).toBeLessThan(10);
  }

  // A fault left by one test would affect the next.
  afterEach(async () => {
    await proxy.heal();
    await untilHealthy(askHealth);
    await eventually(() => expect(gauge().breakerOpen).toBe(false));
  });

  // Fails if a timed-out connection returns to the pool: after `freeze` nothing would ever recover.
  // errors 2.13, 1.8; operations 1.2, 1.3, 6.2
  it.each(
    atDepth({ ordinary: ['refuse', 'freeze'], full: ['refuse', 'reset', 'black hole', 'freeze'] } as const),
  )('(%s) is a 503 in time for keys and sessions, unhealthy, and heals by itself', async (mode) => {
    await untilAllAnswer(10, askWithKey);
    await untilHealthy(askWithToken);

    await proxy.become(mode);
    // More than there are connections, so that some wait for one first.
    const reading = many(6, readThroughTypeOrm);
    const asking = Promise.all([many(12, askWithKey), many(3, askWithToken), many(1, askHealth)]);
    const root = await get(`${test.baseUrl}/`);
    expect(root.status).toBe(200);
    const [withKey, withToken, [health]] = await asking;
    expect(await reading).toEqual([503, 503, 503, 503, 503, 503]);
    for (const answer of [...withKey, ...withToken])
      expect(answer).toMatchObject({ status: 503, body: UNAVAILABLE });
    expect(health).toMatchObject({
      status: 503,
      body: { status: 'unhealthy', database: { status: 'error' } },
    });
    expect(Object.keys((health!.body as { database: object }).database)).toEqual(['status', 'message']);

    // Fails without a breaker: each of these would find out for itself.
    await refusedWithoutATry(async () => {
      for (const ask of [askWithKey, askWithToken, askHealth])
        for (let i = 0; i < 11; i += 1) expect((await ask()).status).toBe(503);
      expect(await many(50, readThroughTypeOrm)).toEqual(Array.from({ length: 50 }, () => 503));
      expect(await many(50, takeSlot)).toEqual(Array.from({ length: 50 }, () => 503));
    });
    expect((await askWithKey()).retryAfter).toBe('1');

    await proxy.heal();
    await untilAllAnswer(10, askWithKey);
    await untilAllAnswer(3, askWithToken);
    expect(crashes.seen).toEqual([]);
  });

  it('that freezes in the middle of a query is refused at once afterwards', async () => {
    await eventually(() => expect(gauge().breakerOpen).toBe(false));
    const running = many(3, () => sleep('5 seconds'));
    await eventually(() => expect(gauge().total - gauge().idle).toBeGreaterThan(0));
    await proxy.become('freeze');
    expect(await running).toEqual([503, 503, 503]);
    // Three in a row open the breaker, except for those whose deadline passed while this process
    // itself was stopped.
    await eventually(async () => {
      if (!gauge().breakerOpen) await askHealth();
      expect(gauge().breakerOpen).toBe(true);
    });
    await refusedWithoutATry(async () => {
      for (let i = 0; i < 11; i += 1) expect((await askHealth()).status).toBe(503);
    });
    await proxy.heal();
    await untilHealthy(askHealth);
    // Connections that hung are gone from the pool, on both sides.
    await eventually(() => expect(gauge()).toMatchObject({ waiting: 0, breakerOpen: false }));
    expect(crashes.seen).toEqual([]);
  });

  // Fails if a cancellation by the server itself counts as its death: one slow caller would block
  // all.
  it('stays open to all while one caller makes it slow, however often', async () => {
    expect(await many(6, () => sleep('5 seconds'))).toEqual([503, 503, 503, 503, 503, 503]);
    expect(gauge().breakerOpen).toBe(false);
    await untilHealthy(askHealth);
  });

  describe('that takes no writes', () => {
    const setReadOnly = (statement: string): Promise<unknown> =>
      withClient(databases.superuser.metadataUrl, async (client) => {
        await client.query('SET default_transaction_read_only = off');
        await client.query(`ALTER DATABASE ${new URL(databases.metadataUrl).pathname.slice(1)} ${statement}`);
        await client.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()`,
        );
      });
    afterEach(async () => {
      await setReadOnly('RESET default_transaction_read_only');
      await untilHealthy(askHealth);
    });

    // operations 1.2, 1.3
    it('is unhealthy and says so, and is healthy again without a restart', async () => {
      await setReadOnly('SET default_transaction_read_only = on');
      await eventually(async () =>
        expect(await askHealth()).toMatchObject({
          status: 503,
          body: { status: 'unhealthy', database: { status: 'connected', db_writable: false } },
        }),
      );
      await setReadOnly('RESET default_transaction_read_only');
      await untilHealthy(askHealth);
    });
  });

  // Fails if each request checks separately: a stranger's pipelined thousands would take every
  // connection.
  it('is checked once for all who ask at the same time', async () => {
    const health = test.app.get(HealthService);
    const first = health.check();
    expect(health.check()).toBe(first);
    await first;
    const second = health.check();
    expect(second).not.toBe(first);
    await second;
  });

  // operations 1.3, 1.6
  it('does not become unhealthy for billing or reports', async () => {
    expect(await askHealth()).toMatchObject({
      status: 200,
      body: { status: 'healthy', billing: { status: 'error' }, reports_runtime: { status: 'connected' } },
    });
  });
});

describe('a key service that does not answer', () => {
  afterEach(() => vi.unstubAllEnvs());

  // operations 1.3
  it('makes the process unhealthy although its database is fine', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${await aFreePort()}`);
    vi.stubEnv('AWS_REGION', 'ap-southeast-2');
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
    const test = await startTestApp({
      settings: (base) => ({ ...base, keyProvider: { kind: 'aws-kms', keyId: 'alias/test' } }),
    });
    try {
      expect(await get(`${test.baseUrl}/v1/health`)).toMatchObject({
        status: 503,
        body: { status: 'unhealthy', database: { status: 'connected', db_writable: true } },
      });
    } finally {
      await test.close();
    }
  });
});
