import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { StoreRegistry } from '../../../src/core/database/stores/store-registry.js';
import { useTestApp } from '../../support/app.js';
import { WAITING_FOR_TABLE, whileLocked, withClient } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { logLines } from '../../support/log-lines.js';

// Longer than the delay that a busy machine adds to a statement of a millisecond.
const HELD_MS = 400;

// operations 3.2
describe('the access line', () => {
  const test = useTestApp({
    settings: (base) => ({ ...base, tenantStores: { ...base.tenantStores, poolMax: 1 } }),
  });
  const summary = async (key: string) => {
    const id = randomUUID();
    const answer = test
      .request()
      .get('/v1/calls/summary')
      .set('X-API-Key', key)
      .set('X-Request-ID', id)
      .then(({ status }) => status);
    const line = () => eventually(() => Promise.resolve(only(logLines(test, { request_id: id }))));
    return { answer, line };
  };
  const only = (lines: Record<string, unknown>[]): Record<string, unknown> => {
    expect(lines).toHaveLength(1);
    return lines[0]!;
  };

  it('names the store, and says that a request waited for a statement', async () => {
    const key = await test.world.aKey(await test.world.aTenant(), 'full-access');
    const url = test.databases.superuser.storeUrls.get('store-a')!;
    const { answer, line } = await whileLocked(
      url,
      'call_rollups IN ACCESS EXCLUSIVE MODE',
      async (unlock) => {
        const asked = await summary(key);
        await eventually(async () => {
          const { rows } = await withClient(url, (client) =>
            client.query(WAITING_FOR_TABLE, ['call_rollups']),
          );
          expect(rows).toHaveLength(1);
        });
        const since = performance.now();
        await eventually(() => {
          expect(performance.now() - since).toBeGreaterThan(HELD_MS);
          return Promise.resolve();
        });
        await unlock();
        return asked;
      },
    );
    expect(await answer).toBe(200);
    const { store, ms, pool_ms: poolMs, db_ms: databaseMs } = await line();
    expect(store).toBe('store-a');
    expect(databaseMs).toBeGreaterThan(HELD_MS);
    expect(databaseMs).toBeLessThanOrEqual(Number(ms));
    expect(poolMs).toBeLessThanOrEqual(Number(ms) - Number(databaseMs));
  });

  it('says that a request waited for a connection', async () => {
    const key = await test.world.aKey(await test.world.aTenant(), 'full-access');
    const store = test.app.get(StoreRegistry).get('store-a')!;
    const client = await store.acquire();
    const { answer, line } = await summary(key);
    await eventually(() => {
      expect(store.gauge().waiting).toBe(1);
      return Promise.resolve();
    });
    const since = performance.now();
    await eventually(() => {
      expect(performance.now() - since).toBeGreaterThan(HELD_MS);
      return Promise.resolve();
    });
    client.release();
    expect(await answer).toBe(200);
    const { ms, pool_ms: poolMs, db_ms: databaseMs } = await line();
    expect(poolMs).toBeGreaterThan(HELD_MS);
    expect(databaseMs).toBeLessThanOrEqual(Number(ms) - Number(poolMs));
  });

  it('names no store where none was asked', async () => {
    const id = randomUUID();
    await test.request().get('/v1/calls/summary').set('X-Request-ID', id).expect(401);
    const line = await eventually(() => Promise.resolve(only(logLines(test, { request_id: id }))));
    expect(line).toMatchObject({ status: 401, pool_ms: 0, db_ms: 0 });
    expect(line).not.toHaveProperty('store');
  });
});
