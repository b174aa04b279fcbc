import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../../src/core/shared/catalogue.js';
import { systemContext, type AuthContext } from '../../../src/core/shared/auth-context.js';
import { MetadataPool, SystemPool } from '../../../src/core/database/metadata/metadata-pool.js';
import { MetadataStore } from '../../../src/core/database/metadata/metadata-store.js';
import { SESSION_SETTINGS } from '../../../src/core/database/driver/session-settings.js';
import { StoreRegistry } from '../../../src/core/database/stores/store-registry.js';
import { TenantStores } from '../../../src/core/database/stores/tenant-stores.js';
import { CallIndexEntity } from '../../../src/features/calls/calls.entities.js';
import { startTestApp, type TestApp } from '../../support/app.js';
import { createTestDatabases, withClient, type TestDatabases } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';

const statement = (text: string) => ({ name: '', ofStore: true as const, text });
const READ_ONLY = { entry: CATALOGUE.dependencyUnavailable, cause: { code: '25006' } };

/** Sets a default for new sessions in every database of a test. */
async function setDefaults({ superuser }: TestDatabases, settings: Readonly<Record<string, string>>) {
  for (const url of [superuser.metadataUrl, ...superuser.storeUrls.values()]) {
    const database = new URL(url).pathname.slice(1);
    await withClient(url, async (client) => {
      await client.query('SET default_transaction_read_only = off');
      for (const [name, value] of Object.entries(settings))
        await client.query(`ALTER DATABASE ${database} SET ${name} = '${value}'`);
    });
  }
}

// operations 6.5
describe('databases whose defaults are not those of PostgreSQL', () => {
  const HOSTILE = {
    DateStyle: 'SQL, DMY',
    IntervalStyle: 'iso_8601',
    TimeZone: 'Australia/Lord_Howe',
    bytea_output: 'escape',
    extra_float_digits: '-15',
    standard_conforming_strings: 'off',
    array_nulls: 'off',
    transform_null_equals: 'on',
    row_security: 'off',
    default_transaction_isolation: 'serializable',
  };
  let databases: TestDatabases;
  let test: TestApp;

  beforeAll(async () => {
    databases = await createTestDatabases();
    await setDefaults(databases, HOSTILE);
    test = await startTestApp({ databases });
  });
  afterAll(async () => {
    await test.close();
    await databases.drop();
  });

  it('change nothing for the sessions of any door', async () => {
    const doors = [
      await test.app.get(MetadataPool).connect(),
      await test.app.get(SystemPool).connect(),
      await test.app.get(StoreRegistry).get('store-a')!.acquire(),
    ];
    for (const client of doors) {
      const shown = await client.query<{ name: string; setting: string }>(
        `SELECT name, current_setting(name) AS setting FROM unnest($1::text[]) AS name`,
        [Object.keys(SESSION_SETTINGS)],
      );
      client.release();
      expect(Object.fromEntries(shown.rows.map(({ name, setting }) => [name, setting]))).toEqual(
        SESSION_SETTINGS,
      );
    }
  });

  // operations 6.5
  it('are not in the way of a pooler, which knows few settings at the start of a session', async () => {
    const doors = [
      await test.app.get(MetadataPool).connect(),
      await test.app.get(SystemPool).connect(),
      await test.app.get(StoreRegistry).get('store-a')!.acquire(),
    ];
    const names: string[] = [];
    for (const client of doors) {
      const { rows } = await client.query<{ name: string; source: string }>(
        `SELECT name, source FROM pg_settings WHERE source = 'client' OR name LIKE '%\\_timeout' AND source = 'session'`,
      );
      client.release();
      expect(rows.filter(({ source }) => source === 'client').map(({ name }) => name)).toEqual([
        'application_name',
      ]);
      names.push(
        rows
          .flatMap(({ name, source }) => (source === 'session' ? [name] : []))
          .sort()
          .join(),
      );
    }
    const metadata = 'idle_in_transaction_session_timeout,lock_timeout,statement_timeout';
    expect(names).toEqual([metadata, metadata, 'idle_in_transaction_session_timeout']);
  });

  it('change no instant that is written and read', async () => {
    const auth = systemContext(await test.world.aTenant(), 'test');
    const stores = test.app.get(TenantStores);
    const startedAtUtc = new Date('2026-03-04T05:06:07.089Z');
    await stores.transaction(auth, (tx) =>
      tx.repo(CallIndexEntity).insert({ callId: 'call', revision: 1, projectId: 'p', startedAtUtc }),
    );
    const [row] = await stores.read(auth, (db) => db.repo(CallIndexEntity).find({}));
    expect(row!.startedAtUtc).toEqual(startedAtUtc);
  });
});

// operations 6.4
describe('stores that are switched to read-only', () => {
  let databases: TestDatabases;
  let test: TestApp;
  let auth: AuthContext;
  const insert = (callId: string) =>
    test.app
      .get(TenantStores)
      .transaction(auth, (tx) =>
        tx.repo(CallIndexEntity).insert({ callId, revision: 1, projectId: 'p', startedAtUtc: new Date(0) }),
      );
  const record = () =>
    test.app.get(MetadataStore).recordAudit(auth, {
      action: 'client.created',
      outcome: 'success',
      metadata: {},
    } as never);
  /** Like a failover: all connections are lost, and new ones get the other default. */
  const become = async (readOnly: 'on' | 'off', endsSessions: boolean) => {
    await setDefaults(databases, { default_transaction_read_only: readOnly });
    if (!endsSessions) return;
    for (const url of [databases.superuser.metadataUrl, ...databases.superuser.storeUrls.values()]) {
      await withClient(url, (client) =>
        client.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()`,
        ),
      );
    }
  };

  beforeAll(async () => {
    databases = await createTestDatabases();
    test = await startTestApp({ databases });
    auth = systemContext(await test.world.aTenant(), 'test');
  });
  afterAll(async () => {
    await test.close();
    await databases.drop();
  });

  it('refuse writes with 503, keep reading, and take writes again over new connections', async () => {
    await insert('before');
    await become('on', true);
    await eventually(async () => {
      await expect(insert('meanwhile')).rejects.toMatchObject(READ_ONLY);
      await expect(record()).rejects.toMatchObject(READ_ONLY);
    });
    for (let time = 0; time < 4; time += 1) {
      await expect(insert('meanwhile')).rejects.toMatchObject(READ_ONLY);
      await expect(record()).rejects.toMatchObject(READ_ONLY);
    }
    const stores = test.app.get(TenantStores);
    const found = await stores.read(auth, (db) =>
      db.query<{ call_id: string }>(statement('SELECT call_id FROM call_index')),
    );
    expect(found).toEqual([{ call_id: 'before' }]);
    expect(test.app.get(StoreRegistry).get('store-a')!.gauge().breakerOpen).toBe(false);
    expect(test.app.get(MetadataPool).gauge().breakerOpen).toBe(false);

    // A session keeps the default that it started with: only new connections accept writes.
    await become('off', false);
    await eventually(() => insert('after'));
    await eventually(record);
  });
});
