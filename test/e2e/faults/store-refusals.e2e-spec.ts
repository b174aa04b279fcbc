import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, workerSettings, type TestApp } from '../../support/app.js';
import { environmentOf, useBuiltService } from '../../support/built-process.js';
import { createTestDatabases, withClient, type TestDatabases } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { logLines } from '../../support/log-lines.js';
import { get } from './probing.js';

// operations 3.3, 6.8
describe('a metadata store that is alive and refuses connections', () => {
  const login = `login_${randomUUID().slice(0, 8)}`;
  const service = useBuiltService();
  let databases: TestDatabases;
  let admin: string;
  let database: string;
  let test: TestApp;
  let key: string;

  const asAdmin = (statement: string) => withClient(admin, (client) => client.query(statement));
  /** Changes the conditions for new connections, and ends existing ones. */
  const become = async (change: string) => {
    await asAdmin(change);
    await asAdmin(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname IN ('${database}', '${database}_moved') AND pid <> pg_backend_pid()`,
    );
  };
  const status = async (): Promise<number> =>
    (await get(`${test.baseUrl}/v1/calls/summary`, { 'X-API-Key': key })).status;

  beforeAll(async () => {
    databases = await createTestDatabases();
    const url = new URL(databases.metadataUrl);
    database = url.pathname.slice(1);
    const server = new URL(databases.superuser.metadataUrl);
    server.pathname = '/postgres';
    admin = server.toString();
    await asAdmin(`CREATE ROLE ${login} LOGIN PASSWORD '${login}' IN ROLE ${url.username}`);
    url.username = url.password = login;
    test = await startTestApp({ databases: { ...databases, metadataUrl: url.toString() } });
    key = await test.world.aKey(await test.world.aTenant(), 'full-access');
    expect(await status()).toBe(200);
  });
  afterAll(async () => {
    await test.close();
    await databases.drop();
    await asAdmin(`DROP ROLE ${login}`);
  });

  it.each([
    {
      refusal: 'the login may not connect',
      code: '28000',
      begin: () => become(`ALTER ROLE ${login} NOLOGIN`),
      end: () => asAdmin(`ALTER ROLE ${login} LOGIN`),
    },
    {
      refusal: 'the database takes no connections',
      code: '55000',
      begin: () => become(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`),
      end: () => asAdmin(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`),
    },
    {
      refusal: 'the database is gone',
      code: '3D000',
      begin: async () => {
        await become(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
        await become(`ALTER DATABASE ${database} RENAME TO ${database}_moved`);
      },
      end: async () => {
        await asAdmin(`ALTER DATABASE ${database}_moved RENAME TO ${database}`);
        await asAdmin(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
      },
    },
  ])(
    'is 503 with the cause in the log, and answers again afterwards: $refusal',
    async ({ code, begin, end }) => {
      await begin();
      try {
        await eventually(async () => {
          expect(await status()).toBe(503);
          const lines = logLines(test, { msg: 'request failed', store: 'metadata' });
          expect(lines.map((line) => line['fault'])).toContainEqual(
            expect.objectContaining({ kind: 'unavailable', code }),
          );
        });
        expect(logLines(test, { level: 'error' })).toEqual([]);
      } finally {
        await end();
      }
      await eventually(async () => expect(await status()).toBe(200));
    },
  );

  it('is named by a process that starts, before it tries again', async () => {
    const { metadata } = test.settings;
    const url = new URL(metadata.url);
    url.pathname = `/${database}_missing`;
    const settings = { ...test.settings, metadata: { ...metadata, url: url.toString() } };
    const main = service.start('main', environmentOf(settings));
    expect(await main.line('store cannot be used yet')).toMatchObject({
      store: 'metadata',
      fault: { code: '3D000' },
      reason: expect.stringContaining('Store metadata refuses the connection (3D000)') as string,
    });
    expect(main.output).not.toMatch(/Retrying[^]*store cannot be used yet/);
    await main.crash();
  });

  it('is named by a worker that cannot ask a tenant store for its work', async () => {
    const settings = workerSettings(test);
    const url = new URL(settings.tenantStores.urls.get('store-a')!);
    url.pathname = `/${database}_missing`;
    const tenantStores = { ...settings.tenantStores, urls: new Map([['store-a', url.toString()]]) };
    const worker = service.start('worker', environmentOf({ ...settings, tenantStores }));
    expect(await worker.line('work of a store cannot be read')).toMatchObject({
      store: 'store-a',
      fault: { kind: 'unavailable', code: '3D000' },
    });
    await worker.crash();
  });
});
