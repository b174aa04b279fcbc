import { once } from 'node:events';
import { Agent, get as httpGet } from 'node:http';
import { connect } from 'node:net';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JOBS_SCHEMA } from '../../../src/core/database/jobs/job-queue.js';
import { testSettings } from '../../support/app.js';
import { BuiltService, environmentOf } from '../../support/built-process.js';
import { aFreePort } from '../../support/ports.js';
import type { BuiltProcess } from '../../support/built-process.js';
import { World } from '../../support/builders.js';
import type { TestTenant } from '../../support/builders.js';
import { createTestDatabases, IN_THIS_DATABASE, withClient } from '../../support/databases.js';
import type { TestDatabases } from '../../support/databases.js';
import { atDepth } from '../../support/depth.js';
import { eventually } from '../../support/eventually.js';
import { many } from './probing.js';

interface Outcome {
  readonly status: number;
  readonly connection: string | undefined;
}

/** A late sum on a busy machine is not a fault of the shutdown. */
const UNHURRIED = {
  DRAIN_SECONDS: '60',
  STORE_READ_DEADLINE_MS: '60000',
  STORE_ANALYSIS_DEADLINE_MS: '60000',
};

/** As many sums as one tenant may run: half of the connections to its store. */
const AT_WORK = 5;
const CLIENTS = 32;

describe('the built service', () => {
  let service: BuiltService;
  let databases: TestDatabases;
  let world: World;
  let environment: Readonly<Record<string, string>>;
  let tenant: TestTenant;
  let key: string;

  const storeUrl = (): string => databases.superuser.storeUrls.get('store-a')!;
  const startMain = async (extra: Readonly<Record<string, string>> = {}) => {
    const main = service.start('main', { ...environment, ...extra });
    const { port } = await main.line('listening');
    return { main, url: `http://127.0.0.1:${Number(port)}` };
  };
  /** Sends a request; rejects if the connection breaks before the answer is complete. */
  const ask = (url: string, agent: Agent): Promise<Outcome> =>
    new Promise((resolve, reject) => {
      httpGet(`${url}/v1/calls/summary`, { agent, headers: { 'X-API-Key': key } }, (response) => {
        response.on('error', reject).on('end', () => {
          if (!response.complete) return reject(new Error('cut off'));
          resolve({ status: response.statusCode ?? 0, connection: response.headers.connection });
        });
        response.resume();
      }).on('error', reject);
    });
  /** Runs work while no statement on calls can finish. */
  const whileCallsAreLocked = (work: (unlock: () => Promise<unknown>) => Promise<void>): Promise<void> =>
    withClient(storeUrl(), async (client) => {
      await client.query('BEGIN; LOCK TABLE calls, call_events IN ACCESS EXCLUSIVE MODE');
      await work(() => client.query('COMMIT'));
    });
  const waiters = async (table: string): Promise<number> =>
    withClient(storeUrl(), async (client) => {
      const { rowCount } = await client.query(
        `SELECT 1 FROM pg_locks WHERE relation = $1::regclass AND NOT granted AND ${IN_THIS_DATABASE}`,
        [table],
      );
      return rowCount ?? 0;
    });

  beforeAll(async () => {
    service = new BuiltService().compile();
    databases = await createTestDatabases();
    const settings = testSettings(databases);
    environment = environmentOf(settings, UNHURRIED);
    world = new World(databases, settings);
    tenant = await world.aTenant();
    key = await world.aKey(tenant, 'full-access');
  });
  afterAll(async () => {
    service.stop();
    await databases.drop();
  });

  // operations 5.1
  it('leaves with 1 and names every missing setting', async () => {
    const main = service.start('main', {});
    expect(await main.ended).toBe(1);
    for (const name of [
      'METADATA_DATABASE_URL',
      'TENANT_STORES',
      'API_KEY_PEPPER',
      'CURSOR_SECRET',
      'MASTER_KEY_FILE',
    ]) {
      expect(main.output).toContain(`${name} is missing`);
    }
  });

  // Fails if idle connections are closed immediately, or if responses lack `Connection: close`.
  // operations 6.1
  it.each(atDepth({ ordinary: ['SIGTERM'], full: ['SIGTERM', 'SIGINT'] } as const))(
    'answers everything under load before it leaves with 0 on %s',
    async (signal) => {
      const { main, url } = await startMain({
        ADMIN_PORT: signal === 'SIGTERM' ? '0' : String(await aFreePort()),
        // None waits for another: a waiting sum is refused if none ends within a quarter of a
        // second.
        STORE_POOL_MAX: String(CLIENTS * 2),
      });
      const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
      const outcomes: Outcome[] = [];
      const broken: { readonly sent: 'before' | 'after'; readonly error: unknown }[] = [];
      let sent: 'before' | 'after' = 'before';
      const loop = async (): Promise<void> => {
        for (;;) {
          const when = sent;
          try {
            const outcome = await ask(url, agent);
            outcomes.push(outcome);
            // A load balancer goes elsewhere once a response announces that this connection closes.
            if (outcome.connection === 'close') return;
          } catch (error) {
            broken.push({ sent: when, error });
            return;
          }
        }
      };
      const loops = many(CLIENTS, loop);
      await eventually(() => expect(outcomes.length).toBeGreaterThan(300));
      sent = 'after';
      main.kill(signal);
      await loops;
      // 0 rather than 1: it ended before the drain limit.
      expect(await main.ended).toBe(0);
      // A client that a busy machine delays finds the port closed; requests from before the signal
      // have been answered.
      expect(broken.filter((it) => it.sent === 'before')).toEqual([]);
      const sentAway = outcomes.filter(({ connection }) => connection === 'close');
      expect(sentAway).toHaveLength(CLIENTS - broken.length);
      expect(sentAway).not.toEqual([]);
      // A store of a busy machine may be late, which is a 503. The next test shows that a stop takes
      // no store away from requests that are at work.
      for (const { status } of outcomes) expect([200, 503]).toContain(status);
      agent.destroy();
    },
  );

  // operations 6.1
  it('waits for requests that are at work, and then leaves at once', async () => {
    const { main, url } = await startMain();
    // One connection stays open and idle, and another never sends anything.
    await ask(url, new Agent({ keepAlive: true }));
    const silent = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
    await once(silent, 'connect');
    await whileCallsAreLocked(async (unlock) => {
      const asking = many(AT_WORK, () => ask(url, new Agent({ keepAlive: true })));
      await eventually(async () => expect(await waiters('calls')).toBe(AT_WORK));
      main.kill('SIGTERM');
      await main.line('draining');
      await unlock();
      const answers = Array.from({ length: AT_WORK }, () => ({ status: 200, connection: 'close' }));
      expect(await asking).toEqual(answers);
    });
    expect(await main.ended).toBe(0);
  });

  // operations 6.1
  it('cuts a hanging request off at the drain limit', async () => {
    const { main, url } = await startMain({ DRAIN_SECONDS: '1' });
    await whileCallsAreLocked(async () => {
      const hanging = ask(url, new Agent()).catch((error: NodeJS.ErrnoException) => error.code);
      await eventually(async () => expect(await waiters('calls')).toBe(1));
      main.kill('SIGTERM');
      expect(await main.ended).toBe(1);
      expect(main.output).toContain('drain limit reached');
      // Unless a busy machine considers the store dead.
      expect(['ECONNRESET', { status: 503, connection: 'close' }]).toContainEqual(await hanging);
    });
  });

  // Fails if the port is closed before a load balancer can have found out. operations 6.6
  it('is unhealthy for a while and serves as before, then leaves with 0', async () => {
    // The first one's delay is longer than a busy machine needs to ask it; it is not waited for.
    const [{ main: serving, url }, { main }] = await Promise.all([
      startMain({ SHUTDOWN_DELAY_SECONDS: '60' }),
      startMain({ SHUTDOWN_DELAY_SECONDS: '1' }),
    ]);
    for (const it of [serving, main]) {
      it.kill('SIGTERM');
      await it.line('draining');
    }
    await eventually(async () => {
      const health = await fetch(`${url}/v1/health`);
      expect([health.status, await health.json()]).toMatchObject([503, { status: 'unhealthy' }]);
    });
    expect(await ask(url, new Agent())).toEqual({ status: 200, connection: 'close' });
    expect(await ask(url, new Agent({ keepAlive: true }))).toEqual({ status: 200, connection: 'keep-alive' });
    await serving.crash();
    expect(await main.ended).toBe(0);
  });

  // operations 3.1
  it('serves its metrics on the admin port alone, and on none unless it is given one', async () => {
    const port = await aFreePort();
    const [{ main, url }, without] = await Promise.all([
      startMain({ ADMIN_PORT: String(port) }),
      startMain(),
    ]);
    await ask(url, new Agent());
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(metrics).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/v1\/calls\/summary",status="200"\} 1/,
    );
    expect(metrics).toMatch(/tenant_store_breaker_open\{store="store-a"\} 0/);
    expect((await fetch(`http://127.0.0.1:${port}/v1/health`)).status).toBe(404);
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
    main.kill('SIGTERM');
    expect(await main.ended).toBe(0);
    await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow();
    without.main.kill('SIGINT');
    expect(await without.main.ended).toBe(0);
  });

  describe('as a worker', () => {
    const stateOf = async (): Promise<string | undefined> =>
      (
        await world.sql<{ state: string }>(`SELECT state::text FROM jobs.job WHERE data->>'clientId' = $1`, [
          tenant.clientId,
        ])
      )[0]?.state;
    const startWorker = async (): Promise<BuiltProcess> => {
      const worker = service.start('worker', {
        ...environment,
        METADATA_DATABASE_URL: databases.workerMetadataUrl,
      });
      await worker.line('working');
      return worker;
    };

    // Fails if a job is taken away before it is done. operations 6.3
    it('loses nothing when it is killed: the next one finishes its job', async () => {
      const boss = new PgBoss({
        connectionString: databases.workerMetadataUrl,
        schema: JOBS_SCHEMA,
        migrate: false,
        supervise: false,
        schedule: false,
      });
      await boss.start();
      const first = await startWorker();
      await whileCallsAreLocked(async () => {
        await boss.send('call-events.prune', { clientId: tenant.clientId, dataEnv: tenant.dataEnv });
        await eventually(async () => expect(await waiters('call_events')).toBe(1));
        first.kill('SIGKILL');
        expect(await first.ended).toBe('SIGKILL');
      });
      expect(await stateOf()).toBe('active');
      // A minute later its lease has ended, the queue's maintenance has noticed, and the delay of
      // the retry has passed.
      await world.sql(`UPDATE jobs.job SET started_on = started_on - interval '2 minutes'`);
      await boss.supervise('call-events.prune');
      expect(await stateOf()).toBe('retry');
      await world.sql(`UPDATE jobs.job SET start_after = now() WHERE state = 'retry'`);
      await boss.stop({ graceful: false });
      const second = await startWorker();
      await eventually(async () => expect(await stateOf()).toBe('completed'));
      second.kill('SIGTERM');
      expect(await second.ended).toBe(0);
    });
  });
});
