import { beforeAll, describe, expect, it } from 'vitest';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import type { AuthContext } from '../../../src/core/shared/auth-context.js';
import { StoreRegistry } from '../../../src/core/database/stores/store-registry.js';
import { TenantStores } from '../../../src/core/database/stores/tenant-stores.js';
import { CallIndexEntity } from '../../../src/features/calls/calls.entities.js';
import { punctually, useTestApp } from '../../support/app.js';
import { withClient } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';

const statement = (text: string) => ({ name: '', ofStore: true as const, text });
const BACKEND = statement('SELECT pg_backend_pid() AS pid');
const UNPREPARED = { code: '26000' };

// A transaction that opens together with its first statement fails if the prepared statements are
// gone.
describe.each(['store_begin_read', 'store_bind'])('a read whose opening fails at %s', (prepared) => {
  const test = useTestApp({
    settings: (base) => ({ ...base, tenantStores: { ...punctually(base).tenantStores, poolMax: 1 } }),
  });
  let stores: TenantStores;
  let auth: AuthContext;

  /**
   * Removes the prepared statements of the only connection.
   * @returns its backend
   */
  const damage = (): Promise<number> =>
    stores.read(auth, async (db) => {
      await db.query(statement(`DEALLOCATE ${prepared}`));
      return (await db.query<{ pid: number }>(BACKEND))[0]!.pid;
    });
  const isFree = () =>
    eventually(() => expect(test.app.get(StoreRegistry).get('store-a')!.gauge()).toMatchObject({ idle: 1 }));

  beforeAll(async () => {
    stores = test.app.get(TenantStores);
    auth = systemContext(await test.world.aTenant(), 'test');
    await stores.transaction(auth, (tx) =>
      tx
        .repo(CallIndexEntity)
        .insert({ callId: 'call', revision: 1, projectId: 'p', startedAtUtc: new Date(0) }),
    );
  });

  it('is answered with the error of the opening, and its statement does not run', async () => {
    await withClient(test.databases.superuser.storeUrls.get('store-a')!, async (listener) => {
      const heard: string[] = [];
      listener.on('notification', ({ payload }) => heard.push(payload ?? ''));
      await listener.query('LISTEN effects');
      await damage();
      await isFree();
      await expect(
        stores.read(auth, (db) => db.query(statement(`SELECT pg_notify('effects', 'unbound')`))),
      ).rejects.toMatchObject(UNPREPARED);
      await stores.read(auth, (db) => db.query(statement(`SELECT pg_notify('effects', 'bound')`)));
      await eventually(() => expect(heard).toContain('bound'));
      expect(heard).toEqual(['bound']);
    });
  });

  it('gives no row to work that goes on after the error, and none to work that asks twice at once', async () => {
    await damage();
    await isFree();
    const rows: unknown[] = [];
    const stubborn = stores.read(auth, async (db) => {
      // Fails if a response counts that was given without the binding.
      const both = [db.repo(CallIndexEntity).find({}), db.query(statement('SELECT call_id FROM call_index'))];
      for (const result of await Promise.allSettled(both)) rows.push(result.status);
      rows.push(...(await db.query(statement('SELECT call_id FROM call_index'))));
    });
    await expect(stubborn).rejects.toThrow('after it had ended');
    expect(rows).toEqual(['rejected', 'rejected']);
  });

  it('costs its connection, and the next read has another', async () => {
    const damaged = await damage();
    await isFree();
    const read = () => stores.read(auth, (db) => db.query<{ pid: number }>(BACKEND));
    await expect(read()).rejects.toMatchObject(UNPREPARED);
    expect((await read())[0]!.pid).not.toBe(damaged);
  });
});

// A single statement is bound in its own round trip, and forms its own transaction.
describe('a read of one statement', () => {
  const test = useTestApp({
    settings: (base) => ({
      ...base,
      tenantStores: { ...punctually(base).tenantStores, poolMax: 1, readDeadlineMs: 1_500 },
    }),
  });
  let stores: TenantStores;
  let auth: AuthContext;
  const CALLS = { name: '', text: 'SELECT call_id FROM call_index WHERE $1 <> $2' };
  const bound = (): Promise<{ client: string | null }[]> =>
    stores.read(auth, statement(`SELECT current_setting('app.client_id', true) AS client`));

  beforeAll(async () => {
    stores = test.app.get(TenantStores);
    auth = systemContext(await test.world.aTenant(), 'test');
    const other = systemContext(await test.world.aTenant(), 'test');
    for (const tenant of [auth, other]) {
      await stores.transaction(tenant, (tx) =>
        tx
          .repo(CallIndexEntity)
          .insert({ callId: tenant.clientId, revision: 1, projectId: 'p', startedAtUtc: new Date(0) }),
      );
    }
  });

  it("sees the tenant's rows alone, and leaves its connection unbound and free", async () => {
    expect(await stores.read(auth, CALLS)).toEqual([{ call_id: auth.clientId }]);
    expect(await bound()).toEqual([{ client: auth.clientId }]);
    // There is only one connection, and nothing of the tenant is left on it.
    const url = test.databases.superuser.storeUrls.get('store-a')!;
    const sessions = await withClient(url, (db) =>
      db.query(
        `SELECT state FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'telephony-platform' AND state LIKE 'idle in%'`,
      ),
    );
    expect(sessions.rows).toEqual([]);
  });

  it('writes nothing', async () => {
    const write = { name: '', text: 'DELETE FROM call_index WHERE client_id = $1 AND data_env = $2' };
    await expect(stores.read(auth, write)).rejects.toMatchObject({
      entry: { status: 503 },
      cause: { code: '25006' },
    });
    expect(await stores.read(auth, CALLS)).toHaveLength(1);
  });

  it('is cancelled by the store when it takes too long, and its connection goes on', async () => {
    await expect(stores.read(auth, statement('SELECT pg_sleep(20)'))).rejects.toMatchObject({
      entry: { status: 503 },
    });
    await eventually(async () => expect(await bound()).toEqual([{ client: auth.clientId }]));
  });

  it('does not run where its binding fails, and the next has another connection', async () => {
    await stores.read(auth, statement('DEALLOCATE store_bind_one'));
    await expect(stores.read(auth, CALLS)).rejects.toMatchObject(UNPREPARED);
    expect(await stores.read(auth, CALLS)).toEqual([{ call_id: auth.clientId }]);
  });
});
