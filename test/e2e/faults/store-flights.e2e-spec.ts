import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import type { AuthContext } from '../../../src/core/shared/auth-context.js';
import { StoreRegistry } from '../../../src/core/database/stores/store-registry.js';
import { TenantStores } from '../../../src/core/database/stores/tenant-stores.js';
import { CallIndexEntity } from '../../../src/features/calls/calls.entities.js';
import { startTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { createTestDatabases, withClient } from '../../support/databases.js';
import type { TestDatabases } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { FaultProxy, storeABehind } from '../../support/fault-proxy.js';
import { watchForCrashes } from './probing.js';

const ofStore = (text: string) => ({ name: '', ofStore: true as const, text });
const CALLS = ofStore(
  `SELECT pg_backend_pid() AS pid, current_setting('app.client_id', true) AS bound,
          ARRAY(SELECT call_id FROM call_index) AS calls`,
);
const FAILS = ofStore('SELECT 1 / 0');
const SLOW = ofStore('SELECT pg_sleep(20)');
const UNAVAILABLE = { entry: { status: 503 } };

// Statements that a read sends together leave at once: the second one does not wait for the result
// of the first.
describe('two statements that are sent to a tenant store at once', () => {
  let databases: TestDatabases;
  let proxy: FaultProxy;
  let test: TestApp;
  let stores: TenantStores;
  let own: AuthContext;
  let other: AuthContext;
  const crashes = watchForCrashes();

  const gauge = () => test.app.get(StoreRegistry).get('store-a')!.gauge();
  const isFree = () => eventually(() => expect(gauge()).toMatchObject({ total: 1, idle: 1 }));
  const callsOf = async (auth: AuthContext) =>
    (await stores.read(auth, (db) => db.query<{ pid: number; bound: string; calls: string[] }>(CALLS)))[0]!;
  const insert = (auth: AuthContext, callId: string) =>
    stores.transaction(auth, (tx) =>
      tx.repo(CallIndexEntity).insert({ callId, revision: 1, projectId: 'p', startedAtUtc: new Date(0) }),
    );
  /** Sends both, and returns how each of them ended. */
  const sendBoth = (first: typeof CALLS, second = CALLS) => {
    const { promise: ends, resolve } = Promise.withResolvers<string[]>();
    const sent = stores.read(own, async (db) => {
      const both = [db.query(first), db.query(second)];
      void Promise.allSettled(both).then((settled) => resolve(settled.map(({ status }) => status)));
      await Promise.all(both);
    });
    return { sent, ends };
  };
  const onStore = (text: string) =>
    withClient(databases.superuser.storeUrls.get('store-a')!, (client) =>
      client.query(
        `${text} FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'telephony-platform' AND query = $1`,
        [SLOW.text],
      ),
    );

  beforeAll(async () => {
    databases = await createTestDatabases();
    proxy = await FaultProxy.before(databases.storeUrls.get('store-a')!);
    test = await startTestApp({
      databases,
      settings: storeABehind(proxy, databases, {
        poolMax: 1,
      }),
    });
    stores = test.app.get(TenantStores);
    own = systemContext(await test.world.aTenant({ storeId: 'store-a' }), 'test');
    other = systemContext(await test.world.aTenant({ storeId: 'store-a' }), 'test');
    await insert(own, 'own');
    await insert(other, 'other');
  });
  afterAll(async () => {
    await test.close();
    await proxy.close();
    await databases.drop();
    crashes.stop();
  });

  // Fails if the refusal of the second is heard first.
  it('end with the error of the first, and the next tenant has the connection for itself', async () => {
    const { pid } = await callsOf(own);
    await isFree();
    const { sent, ends } = sendBoth(FAILS);
    await expect(sent).rejects.toMatchObject({ code: '22012' });
    expect(await ends).toEqual(['rejected', 'rejected']);
    await isFree();
    expect(await callsOf(other)).toEqual({ pid, bound: other.clientId, calls: ['other'] });
    expect(await callsOf(own)).toEqual({ pid, bound: own.clientId, calls: ['own'] });
  });

  it('end with the error of the second, while the first one is answered', async () => {
    const { pid } = await callsOf(own);
    await isFree();
    const { sent, ends } = sendBoth(CALLS, FAILS);
    await expect(sent).rejects.toMatchObject({ code: '22012' });
    expect(await ends).toEqual(['fulfilled', 'rejected']);
    await isFree();
    expect(await callsOf(other)).toEqual({ pid, bound: other.clientId, calls: ['other'] });
  });

  it('leave nothing behind when the first of two writes fails, also where its error is caught', async () => {
    const row = (callId: string) => ({ callId, revision: 1, projectId: 'p', startedAtUtc: new Date(0) });
    const writing = stores.transaction(own, async (tx) => {
      const calls = tx.repo(CallIndexEntity);
      const ends = await Promise.allSettled([calls.insert(row('own')), calls.insert(row('second'))]);
      return ends.map(({ status }) => status);
    });
    await expect(writing).rejects.toThrow('nothing was committed');
    expect((await callsOf(own)).calls).toEqual(['own']);
  });

  it('are 503 when the store cancels the first, which leaves connection and store in use', async () => {
    const { pid } = await callsOf(own);
    await isFree();
    await expect(sendBoth(SLOW).sent).rejects.toMatchObject(UNAVAILABLE);
    await isFree();
    expect(await callsOf(other)).toMatchObject({ pid, calls: ['other'] });
    expect(gauge().breakerOpen).toBe(false);
  });

  it('are 503 when the backend is ended between them, and the next tenant has another', async () => {
    const { pid } = await callsOf(own);
    await isFree();
    const { sent, ends } = sendBoth(SLOW);
    const refused = expect(sent).rejects.toMatchObject(UNAVAILABLE);
    await eventually(async () => expect((await onStore('SELECT pid')).rowCount).toBe(1));
    await onStore('SELECT pg_terminate_backend(pid)');
    await refused;
    expect(await ends).toEqual(['rejected', 'rejected']);
    await eventually(async () => expect((await callsOf(other)).calls).toEqual(['other']));
    expect((await callsOf(other)).pid).not.toBe(pid);
    await eventually(() => expect(proxy.open).toBe(1));
  });

  it('are 503 when the store freezes between them, and both end', async () => {
    await isFree();
    const { sent, ends } = sendBoth(SLOW);
    const refused = expect(sent).rejects.toMatchObject(UNAVAILABLE);
    await eventually(async () => expect((await onStore('SELECT pid')).rowCount).toBe(1));
    await proxy.become('freeze');
    await refused;
    // Fails if closing a connection waits for its outstanding responses.
    expect(await ends).toEqual(['rejected', 'rejected']);
    await proxy.heal();
    await eventually(async () => expect((await callsOf(other)).calls).toEqual(['other']));
    await eventually(() => expect(proxy.open).toBe(1));
    expect(crashes.seen).toEqual([]);
  });
});
